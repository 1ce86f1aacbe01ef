"""Frames of a trace of the page."""

from typing import Any

from benchmarks.web import Frame, frames_of, late_share

MAIN, OTHER = {"pid": 1, "tid": 1}, {"pid": 1, "tid": 2}


def callback(at: int, **thread: int) -> dict[str, Any]:
    return {"name": "FireAnimationFrame", "ts": at, **thread}


def task(at: int, dur: int, tdur: int, **thread: int) -> dict[str, Any]:
    return {"name": "RunTask", "ts": at, "dur": dur, "tdur": tdur, **thread}


def test_work_counts_for_the_frame_in_which_it_begins() -> None:
    trace = [
        task(0, 9000, 9000, **MAIN),
        *(callback(at, **MAIN) for at in (1000, 17000, 50000)),
        task(2000, 3000, 1000, **MAIN),
        task(9000, 2000, 500, **MAIN),
        task(9000, 2000, 500, **OTHER),
        callback(100, **OTHER),
        task(17000, 30000, 4000, **MAIN),
        task(51000, 1000, 1000, **MAIN),
    ]
    frames = frames_of(trace)
    assert frames == [Frame(5, 1.5, 16), Frame(30, 4, 33)]
    assert late_share(frames) == 50
