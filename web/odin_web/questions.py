"""Questions: their forms, and searches for their answers."""

import threading
from typing import Any

import msgspec
from starlette.routing import Route

from odin_solver.analysis.pool import AnalystPool
from odin_solver.questions import QUESTIONS, question_of
from odin_solver.questions.fields import FormField, fields_of, spoken
from odin_solver.questions.placement import Task
from odin_solver.questions.question import Asker, Question
from odin_solver.questions.report import Layout, Line, PagePart, for_page
from odin_solver.rules.position import Position
from odin_solver.support.language import say
from odin_web.positions import limited
from odin_web.replies import Endpoint, get_endpoint, post, post_endpoint
from odin_web.searches import Searches, Send, Work
from odin_web.views import SolutionView, solution_view

AnyQuestion = Question[Any, Any]


class QuestionForm(msgspec.Struct, kw_only=True):
    """How a question is asked: its command, its name, what it asks, its fields."""

    command: str
    title: str
    about: str
    fields: list[FormField]


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


def routes(searches: Searches) -> list[Route]:
    desk = AnalystPool()
    return [
        Route("/api/questions", get_endpoint(forms)),
        *(
            post(f"/api/questions/{name.replace(' ', '/')}", _endpoint(name, searches, desk))
            for name in QUESTIONS
        ),
    ]


def forms() -> QuestionForms:
    return QuestionForms([form(name) for name in QUESTIONS if question_of(name).title])


def form(name: str) -> QuestionForm:
    question = question_of(name)
    shown = (each for each in fields_of(question) if each.kind not in ("data", "file"))
    fields = [spoken(each, question.name_of) for each in shown]
    about = " ".join((question.__doc__ or "").partition("\n\n")[0].split())
    return QuestionForm(command=name, title=say(question.title), about=say(about), fields=fields)


def _report(question: AnyQuestion, subject: Any, found: Any) -> "list[PagePart | SolutionView]":
    """Return what an answer says, after what may be wrong about the subject."""
    parts: list[PagePart | SolutionView] = []
    parts += [Line(doubt, "dim") for doubt in question.doubts(subject)]
    if lacks := question.lacks(found):
        parts.append(Line(lacks, "unsure"))
    for part in question.report(found):
        if isinstance(part, Layout):
            parts.append(solution_view(part))
        else:
            parts += for_page([part])
    return parts


def _endpoint(name: str, searches: Searches, desk: AnalystPool) -> Endpoint:
    kind = question_of(name)

    def answered(question: AnyQuestion) -> Answer:
        found = question.answer(question.subject(""), Asker())
        return Answer([*for_page(question.report(found))], question.data(found))

    def asking(question: AnyQuestion) -> Work[AnswerSoFar, None, Answer]:
        subject = question.subject("position")
        if isinstance(about := getattr(subject, "position", None), Position):
            limited(about)
        if isinstance(subject, Task):
            subject.analysts = desk

        def work(send: Send[AnswerSoFar, None], cancel: threading.Event) -> Answer:
            def tell(now: str, found: Any) -> None:
                report = None if found is None else _report(question, subject, found)
                data = None if found is None else question.data(found)
                send("incumbent", AnswerSoFar(now, report, data))

            found = question.answer(subject, Asker(tell, cancel))
            return Answer(_report(question, subject, found), question.data(found))

        return work

    asking.__annotations__["question"] = answered.__annotations__["question"] = kind
    if not kind.searches:
        return post_endpoint(kind, answered)
    return searches.endpoint(kind, asking)
