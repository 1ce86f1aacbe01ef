"""Questions: their forms, and searches for their answers."""

import threading
from typing import Any

import msgspec
from starlette.routing import Route

from odin_solver.analysis.pool import AnalystPool
from odin_solver.questions import QUESTIONS, question_of
from odin_solver.questions.placement import Task
from odin_solver.questions.question import AskedField, Question, fields_of
from odin_solver.questions.report import Layout, Line, PagePart, for_page
from odin_solver.support.language import say
from odin_web.replies import Endpoint, get_endpoint, post
from odin_web.searches import Searches, Send, Work
from odin_web.views import SolutionView, solution_view

AnyQuestion = Question[Any, Any]


class QuestionForm(msgspec.Struct, kw_only=True):
    """How a question is asked: its command, its name, what it asks, its fields."""

    command: str
    title: str
    about: str
    fields: list[AskedField]


class QuestionForms(msgspec.Struct):
    """The forms of questions; others are asked by pages of their own."""

    questions: list[QuestionForm]


class AnswerSoFar(msgspec.Struct):
    """How far a search is, and what it has found, if that is an answer."""

    now: str
    report: list[PagePart | SolutionView] | None
    data: dict[str, Any] | None


class Answer(msgspec.Struct):
    """The report of an answer, and its data, as ``--json`` prints them."""

    report: list[PagePart | SolutionView]
    data: dict[str, Any]


def routes(searches: Searches, desk: AnalystPool) -> list[Route]:
    """Return the routes of all questions."""
    return [
        Route("/api/questions", get_endpoint(forms)),
        *(
            post(f"/api/questions/{name.replace(' ', '/')}", _endpoint(name, searches, desk))
            for name in QUESTIONS
        ),
    ]


def forms() -> QuestionForms:
    """Return the forms of all questions that have a title."""
    asked = {name: question_of(name) for name in QUESTIONS}
    return QuestionForms([_form(name, kind) for name, kind in asked.items() if kind.title])


def _form(name: str, question: type[AnyQuestion]) -> QuestionForm:
    fields = [
        msgspec.structs.replace(
            each,
            label=say(each.label),
            help=say(each.help),
            choices={value: say(label) for value, label in each.choices.items()},
        )
        for each in fields_of(question)
        if each.kind not in ("data", "file", "pairs")
    ]
    about = " ".join((question.__doc__ or "").partition("\n\n")[0].split())
    return QuestionForm(command=name, title=say(question.title), about=say(about), fields=fields)


def _report(question: AnyQuestion, subject: Any, found: Any) -> "list[PagePart | SolutionView]":
    """Return what an answer says, after what may be wrong about the subject."""
    parts: list[PagePart | SolutionView] = []
    parts += [Line(doubt, "dim") for doubt in question.doubts(subject)]
    for part in question.report(found):
        if isinstance(part, Layout):
            parts.append(solution_view(part))
        else:
            parts += for_page([part])
    return parts


def _endpoint(name: str, searches: Searches, desk: AnalystPool) -> Endpoint:
    def asking(question: AnyQuestion) -> Work[AnswerSoFar, None, Answer]:
        subject = question.subject("position")
        if isinstance(subject, Task):
            subject.analysts = desk

        def work(send: Send[AnswerSoFar, None], cancel: threading.Event) -> Answer:
            def tell(now: str, found: Any) -> None:
                report = None if found is None else _report(question, subject, found)
                data = None if found is None else question.data(found)
                send("incumbent", AnswerSoFar(now, report, data))

            found = question.answer(subject, tell, cancel)
            return Answer(_report(question, subject, found), question.data(found))

        return work

    asking.__annotations__["question"] = question_of(name)
    return searches.endpoint(question_of(name), asking)
