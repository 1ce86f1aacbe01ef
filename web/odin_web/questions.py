"""Questions: their forms, and searches for their answers."""

import threading
from typing import Any

import msgspec
from starlette.routing import Route

from odin_solver.questions import QUESTIONS, question_of
from odin_solver.questions.fields import FormField, fields_of, spoken
from odin_solver.questions.question import Question
from odin_solver.questions.report import Line, PagePart, for_page
from odin_solver.support.language import say
from odin_web.replies import Endpoint, get_endpoint, post
from odin_web.searches import Searches, Send, Work

AnyQuestion = Question[Any, Any]


class QuestionForm(msgspec.Struct, kw_only=True):
    """How a question is asked: its command, its name, what it asks, its fields."""

    command: str
    title: str
    about: str
    fields: list[FormField]


class QuestionForms(msgspec.Struct):
    """The forms of all questions."""

    questions: list[QuestionForm]


class AnswerSoFar(msgspec.Struct):
    """How far a search is, and the report of what it has found, if that is an answer."""

    now: str
    report: list[PagePart] | None


class Answer(msgspec.Struct):
    """The report of an answer."""

    report: list[PagePart]


def routes(searches: Searches) -> list[Route]:
    """Return the routes of all questions."""
    return [
        Route("/api/questions", get_endpoint(forms)),
        *(
            post(f"/api/questions/{name.replace(' ', '/')}", _endpoint(name, searches))
            for name in QUESTIONS
        ),
    ]


def forms() -> QuestionForms:
    """Return the forms of all questions."""
    return QuestionForms([_form(name, question_of(name)) for name in QUESTIONS])


def _form(name: str, question: type[AnyQuestion]) -> QuestionForm:
    fields = [spoken(each, question.name_of) for each in fields_of(question) if each.kind != "data"]
    about = " ".join((question.__doc__ or "").partition("\n\n")[0].split())
    return QuestionForm(command=name, title=say(question.title), about=say(about), fields=fields)


def _report(question: AnyQuestion, subject: Any, found: Any) -> list[PagePart]:
    """Return what an answer says, after what may be wrong about the subject."""
    doubts = [Line(doubt, "dim") for doubt in question.doubts(subject)]
    return [*doubts, *for_page(question.report(found))]


def _endpoint(name: str, searches: Searches) -> Endpoint:
    def asking(question: AnyQuestion) -> Work[AnswerSoFar, None, Answer]:
        subject = question.subject("position")

        def work(send: Send[AnswerSoFar, None], cancel: threading.Event) -> Answer:
            def tell(now: str, found: Any) -> None:
                report = None if found is None else _report(question, subject, found)
                send("incumbent", AnswerSoFar(now, report))

            return Answer(_report(question, subject, question.answer(subject, tell, cancel)))

        return work

    asking.__annotations__["question"] = question_of(name)
    return searches.endpoint(question_of(name), asking)
