"""The report of the placement benchmark: ``python -m benchmarks.report FILE.json``."""

import math
import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path

import click

from benchmarks.contenders import CONTENDERS, NAIVE, OTHERS, OURS
from benchmarks.judge import Verdict, judge
from benchmarks.measure import ContenderRun
from benchmarks.results import About, Machine, PlacementResults, load
from benchmarks.suite import EXACT, FRESH, FULL_55, HOME_40, NEW, TUNING
from odin_solver.errors import InputError

DEFAULT_OUTPUT = Path(__file__).parent / "results" / "placement.md"

CLOSE = Fraction(1, 20)
"""An answer counts as close from this distance of the best known value."""

CLOSER = Fraction(1, 100)
"""The distance that takes longer."""

NOTICEABLE = 1.0
"""Seconds by which ours must be slower to matter: less is the time of process starts."""


class Bench:
    """One contender on one instance: medians over the repetitions, the worse of two.

    Parameters
    ----------
    runs
        Its runs, at least one.
    best
        The best known value of the first level.
    """

    def __init__(self, runs: Sequence[ContenderRun], best: Fraction | None) -> None:
        self.runs = runs
        self.limit = runs[0].limit
        self._best = best

    @cached_property
    def times(self) -> list[float]:
        """Time to proof of every run; without proof, the limit."""
        return [_counted(run.proof if run.proven else None, self.limit) for run in self.runs]

    @cached_property
    def time(self) -> float:
        return statistics.median_high(self.times)

    @cached_property
    def proofs(self) -> int:
        return sum(run.proven for run in self.runs)

    @property
    def proven(self) -> bool:
        """Whether more than half of the runs have a proof."""
        return 2 * self.proofs > len(self.runs)

    @cached_property
    def close(self) -> float:
        """Time to a layout within 5 % of the best known value of the first level."""
        return self.time_within(CLOSE)

    def time_within(self, share: Fraction) -> float:
        """Time to a layout that loses at most a share of the best known value."""
        return statistics.median_high(
            _counted(self._run_within(run, share), self.limit) for run in self.runs
        )

    @cached_property
    def first(self) -> float:
        return statistics.median_high(_counted(run.first, self.limit) for run in self.runs)

    @cached_property
    def best(self) -> float:
        return statistics.median_high(_counted(run.best, self.limit) for run in self.runs)

    @cached_property
    def total(self) -> float:
        return statistics.median(run.seconds for run in self.runs)

    @cached_property
    def memory(self) -> float:
        return max(run.memory for run in self.runs)

    @cached_property
    def worst(self) -> ContenderRun:
        """The run with the worst gap."""
        return max(self.runs, key=lambda run: math.inf if run.gap is None else run.gap)

    @property
    def gap(self) -> float:
        """The worst gap at the limit of all runs; infinite without an answer or a bound."""
        return math.inf if self.worst.gap is None else self.worst.gap

    @property
    def verdict(self) -> str:
        """Time to proof, or why there is none."""
        if self.proven:
            mark = "" if self.proofs == len(self.runs) else f" ({self.proofs} of {len(self.runs)})"
            return f"{_seconds(self.time)}{mark}"
        if any(run.outcome == "failed" for run in self.runs):
            return "failed"
        some = f", {self.proofs} of {len(self.runs)}" if self.proofs else ""
        if not all(run.values for run in self.runs):
            return f"> {self.limit:g} (no answer{some})"
        gap = "no bound" if math.isinf(self.gap) else f"{self.gap:.1%}"
        return f"> {self.limit:g} ({gap}{some})"

    def _run_within(self, run: ContenderRun, share: Fraction) -> float | None:
        if self._best is None:
            return None
        enough = self._best - share * abs(self._best)
        for at, level, text in run.trace:
            # The empty layout of the start does not count, unless it is the best.
            answer = run.first is not None and at >= run.first
            if answer and level == 0 and Fraction(text) >= enough:
                return at
        return None


@dataclass(frozen=True)
class Case:
    """An instance with all its measurements."""

    name: str
    about: About
    verdict: Verdict
    benches: dict[str, Bench]

    @property
    def ours(self) -> Bench | None:
        return self.benches.get(OURS)

    @property
    def others(self) -> dict[str, Bench]:
        """The contenders with which ours is compared one by one."""
        return {name: self.benches[name] for name in OTHERS if name in self.benches}

    @property
    def best_other(self) -> Bench | None:
        return min(self.others.values(), key=lambda bench: bench.time, default=None)

    @property
    def several_boards(self) -> bool:
        return len(self.about.boards) > 1

    def ratio(self, other: Bench | None) -> float | None:
        """Return our time to proof over another's; None if neither has a proof.

        Without a proof the longer of both limits counts.
        """
        if self.ours is None or other is None or not (self.ours.proven or other.proven):
            return None
        longest = max(self.ours.limit, other.limit)
        mine = self.ours.time if self.ours.proven else longest
        return mine / (other.time if other.proven else longest)


def cases_of(results: PlacementResults) -> list[Case]:
    """Sort the runs by instance."""
    cases = []
    for name, about in sorted(results.instances.items()):
        verdict = judge(name, results.evidence(name))
        best = verdict.best[0] if verdict.best else None
        benches = {
            contender: Bench(mine, best)
            for contender in CONTENDERS
            if (mine := results.of(name, contender))
        }
        cases.append(Case(name, about, verdict, benches))
    return cases


def report(results: PlacementResults) -> str:
    """Return the whole report as Markdown."""
    cases = cases_of(results)
    parts = [
        "# Placement benchmark",
        _conflicts(cases),
        _how(results),
        "## Goals",
        "A run without proof counts as its limit everywhere.",
        _goals(cases),
        "## Contenders",
        _contenders(cases),
        "Answers, proven or not: medians of the times to the first layout, to one within 5 % of "
        "the best value of all, and to the best of the contender's own.",
        _answers(cases),
        "## Groups",
        "Ours, time to proof; `>` marks the limit, that is no proof.",
        _groups(cases),
        "## Ours, instance by instance",
        "Seconds since the process was started. *close*: a layout within 5 % of the best value "
        "of any contender for the first level. *end*: ties broken, answer given. Bounds and "
        "gaps are those of the worst repetition.",
        _ours(cases),
        "## Time to proof of all contenders",
        "Seconds; in brackets the gap at the limit. *ratio*: ours / the fastest of "
        f"{', '.join(OTHERS)}; less than 1 means ours is faster. *confirmed by*: whose proof "
        "of the same optimum supports ours.",
        _everybody(cases),
        "## Peak memory",
        "MiB, all processes of a contender together, the most of all repetitions.",
        _memories(cases),
        "## Commands",
        _commands(results),
    ]
    return "\n\n".join(filter(None, parts)) + "\n"


def _conflicts(cases: Iterable[Case]) -> str:
    found = [conflict for case in cases for conflict in case.verdict.conflicts]
    found += [
        f"FAILED: {case.name}: {contender} (repetition {run.repetition}); counted as its limit"
        for case in cases
        for contender, bench in case.benches.items()
        for run in bench.runs
        if run.outcome == "failed"
    ]
    if not found:
        return (
            "Every answer was checked by the plain rules, and every proof was compared with every "
            "answer of every contender: no contradictions."
        )
    return "**CONTRADICTIONS OR FAILURES**\n\n" + "\n".join(f"- {conflict}" for conflict in found)


def _how(results: PlacementResults) -> str:
    lines = []
    for machine in dict.fromkeys(_key(session.machine) for session in results.sessions):
        lines.append(f"- Machine: {machine}")
    dates = [session.date[:10] for session in results.sessions]
    if dates:
        lines.append(f"- Date: {min(dates)}" + (f" to {max(dates)}" if len(set(dates)) > 1 else ""))
    commits = sorted({run.commit for run in results.runs if run.commit})
    lines.append(f"- Commit: {', '.join(commits) or 'unknown'}")
    for contender in CONTENDERS:
        mine = [run for run in results.runs if run.contender == contender]
        if mine:
            limits = sorted({run.limit for run in mine})
            repetitions = 1 + max(run.repetition for run in mine)
            lines.append(
                f"- {contender}: {len(mine)} runs, limit "
                f"{' or '.join(f'{limit:g}' for limit in limits)} s, "
                f"{mine[0].threads} threads, up to {repetitions} repetition"
                f"{'s' if repetitions > 1 else ''} (medians)"
            )
    longer = results.confirmations
    if longer:
        seconds = " or ".join(f"{limit:g}" for limit in sorted({run.limit for run in longer}))
        lines.append(f"- Confirmations: {len(longer)} further runs, limit {seconds} s")
    loads = [run.load for run in results.runs]
    if loads:
        lines.append(
            f"- Load of the machine before a run (average of a minute, mostly the run before): "
            f"median {statistics.median(loads):.1f}, most {max(loads):.1f}"
        )
    return "\n".join(lines)


def _key(machine: Machine) -> str:
    packages = ", ".join(f"{name} {version}" for name, version in machine.packages.items())
    return (
        f"{machine.processor}, {machine.cores} cores, {machine.memory_gib:g} GiB, "
        f"{machine.system}, Python {machine.python}, {packages}"
    )


SETS: Sequence[tuple[str, Callable[[Case], bool]]] = (
    ("all", lambda case: True),
    (FRESH, lambda case: case.about.set == FRESH),
    (TUNING, lambda case: case.about.set == TUNING),
    (EXACT, lambda case: case.about.set == EXACT),
    (NEW, lambda case: case.about.set == NEW),
)


def _goals(cases: Sequence[Case]) -> str:
    rows = []
    measures: Sequence[tuple[str, Callable[[Sequence[Case]], str]]] = (
        ("median time to proof at most half of the best other solver's", _median_goal),
        ("at most 1.5 times the fastest other solver on every instance", _worst_goal),
        ("naive model at least 20 times slower (geometric mean)", _naive_goal),
        (
            "within 5 % of the best value: 0.5 s at p90 on one board",
            lambda cs: _close_goal([c for c in cs if not c.several_boards], CLOSE, 0.5),
        ),
        (
            "within 5 % of the best value: 1.5 s at p90 on several",
            lambda cs: _close_goal([c for c in cs if c.several_boards], CLOSE, 1.5),
        ),
        ("within 1 % of the best value: 5 s at p90", lambda cs: _close_goal(cs, CLOSER, 5.0)),
        (f"{HOME_40}: proof in 10 s median, 60 s at p95", _home_goal),
        (f"{FULL_55}: proof in 60 s at p90, else gap below 2 %", _full_goal),
        ("peak memory below 1.5 GiB", _memory_goal),
        ("every proven optimum confirmed by a second solver", _confirmed_goal),
    )
    for text, measure in measures:
        rows.append([text, *(measure([c for c in cases if fits(c)]) for _, fits in SETS)])
    return _table(["goal", *(name for name, _ in SETS)], rows)


def _median_goal(cases: Sequence[Case]) -> str:
    both = [case for case in cases if case.ours and case.others]
    if not both:
        return "-"
    ours = statistics.median(case.ours.time for case in both if case.ours)
    medians = {
        name: statistics.median(case.others[name].time for case in both if name in case.others)
        for name in OTHERS
        if any(name in case.others for case in both)
    }
    name = min(medians, key=lambda each: medians[each])
    per_instance = statistics.median(case.best_other.time for case in both if case.best_other)
    return _met(
        2 * ours <= medians[name],
        f"{_seconds(ours)} to {_seconds(medians[name])} s ({name}); "
        f"fastest per instance {_seconds(per_instance)} s",
    )


def _worst_goal(cases: Sequence[Case]) -> str:
    ratios = [(ratio, case) for case in cases if (ratio := case.ratio(case.best_other)) is not None]
    if not ratios:
        return "-"
    worst, where = max(ratios, key=lambda pair: pair[0])
    over = [case for ratio, case in ratios if ratio > 1.5]
    noticeable = [case for case in over if _slower_by(case) >= NOTICEABLE]
    text = f"worst {worst:.2f} ({where.name}); above 1.5: {len(over)} of {len(ratios)}"
    if over:
        text += f", {len(noticeable)} of them by {NOTICEABLE:g} s or more"
    return _met(not over, text)


def _slower_by(case: Case) -> float:
    other = case.best_other
    return case.ours.time - other.time if case.ours and other else 0.0


def _naive_goal(cases: Sequence[Case]) -> str:
    ratios = _ratios(cases, NAIVE)
    if not ratios:
        return "-"
    mean = 1 / statistics.geometric_mean(ratios)
    neither = sum(NAIVE in case.benches for case in cases) - len(ratios)
    text = f"at least {mean:.1f} times (on {len(ratios)}"
    return _met(mean >= 20, text + (f"; {neither} proven by neither)" if neither else ")"))


def _close_goal(cases: Sequence[Case], share: Fraction, goal: float) -> str:
    times = [case.ours.time_within(share) for case in cases if case.ours]
    if not times:
        return "-"
    met = sum(time <= goal for time in times)
    text = f"{met} of {len(times)}; {_percentiles(times, math.inf)}"
    return _met(percentile(times, 90) <= goal, text)


def _home_goal(cases: Sequence[Case]) -> str:
    times = [case.ours.time for case in cases if case.ours and case.about.group == HOME_40]
    if not times:
        return "-"
    limit = max(case.ours.limit for case in cases if case.ours)
    met = percentile(times, 50) <= 10 and _within(percentile(times, 95), limit)
    return _met(met, _percentiles(times, limit))


def _within(time: float, limit: float) -> bool:
    """Whether a time is that of a proof, and within a minute."""
    return time <= 60 and time < limit


def _full_goal(cases: Sequence[Case]) -> str:
    benches = [case.ours for case in cases if case.ours and case.about.group == FULL_55]
    if not benches:
        return "-"
    limit = max(bench.limit for bench in benches)
    times = [bench.time for bench in benches]
    gaps = [0.0 if bench.proven else bench.gap for bench in benches]
    met = _within(percentile(times, 90), limit) or max(gaps) < 0.02
    text = f"proven {sum(bench.proven for bench in benches)} of {len(benches)}; "
    text += f"{_percentiles(times, limit)}; gap p90 {percentile(gaps, 90):.1%}, "
    return _met(met, text + f"worst {max(gaps):.1%}")


def _memory_goal(cases: Sequence[Case]) -> str:
    most = max((case.ours.memory for case in cases if case.ours), default=None)
    return "-" if most is None else _met(most < 1536, f"{most:.0f} MiB")


def _confirmed_goal(cases: Sequence[Case]) -> str:
    proven = [case for case in cases if case.ours and case.ours.proofs]
    confirmed = [case for case in proven if case.verdict.confirmed_by]
    if not proven:
        return "-"
    return _met(len(confirmed) == len(proven), f"{len(confirmed)} of {len(proven)}")


def _met(met: bool, text: str) -> str:
    return f"{'met' if met else '**not met**'}: {text}"


def _ratios(cases: Iterable[Case], contender: str) -> list[float]:
    found = (case.ratio(case.benches.get(contender)) for case in cases)
    return [ratio for ratio in found if ratio is not None]


def _contenders(cases: Sequence[Case]) -> str:
    """Return the table with one row per contender."""
    rows = []
    for contender in CONTENDERS:
        row = [contender]
        for _, fits in SETS:
            benches = [
                case.benches[contender]
                for case in cases
                if fits(case) and contender in case.benches
            ]
            proofs = sum(bench.proven for bench in benches)
            row.append(f"{proofs} of {len(benches)}")
            row.append(_median([bench.time for bench in benches], benches))
        for _, fits in SETS:
            ratios = _ratios([case for case in cases if fits(case)], contender)
            row.append(f"{statistics.geometric_mean(ratios):.3f}" if ratios else "-")
        shared = [
            ratio
            for case in cases
            if case.ours and case.ours.proven and case.benches.get(contender, case.ours).proven
            and (ratio := case.ratio(case.benches.get(contender))) is not None
        ]  # fmt: skip
        row.append(f"{max(shared):.2f}" if shared else "-")
        only = [
            case
            for case in cases
            if case.ours
            and not case.ours.proven
            and contender in case.benches
            and case.benches[contender].proven
        ]
        row.append(str(len(only)))
        memory = [case.benches[contender].memory for case in cases if contender in case.benches]
        row.append(f"{max(memory):.0f}" if memory else "-")
        if any(contender in case.benches for case in cases):
            rows.append(row)
    header = ["contender"]
    for name, _ in SETS:
        header += [f"proven, {name}", f"median s, {name}"]
    header += [f"ours / it, {name}" for name, _ in SETS]
    header += ["worst ours / it where both proved", "proven by it and not by ours", "most MiB"]
    notes = (
        "*ours / it* is the geometric mean of the ratios of the times to proof on the instances "
        "that at least one of the two proved. One without a proof counts as its limit there, so "
        "that the true ratio is still further from 1; against the naive model, which has a longer "
        "limit, ours without a proof counts as that longer limit."
    )
    return _table(header, rows) + "\n\n" + notes


def _answers(cases: Sequence[Case]) -> str:
    rows = []
    for contender in CONTENDERS:
        mine = [(case, case.benches[contender]) for case in cases if contender in case.benches]
        benches = [bench for _, bench in mine]
        if not benches:
            continue
        best = sum(
            all(tuple(run.found) == case.verdict.best for run in bench.runs) for case, bench in mine
        )
        gaps = [bench.gap for bench in benches if not bench.proven]
        rows.append(
            [
                contender,
                f"{sum(all(run.values for run in bench.runs) for bench in benches)}",
                _median([bench.first for bench in benches], benches),
                _median([bench.close for bench in benches], benches),
                _median([bench.best for bench in benches], benches),
                f"{best} of {len(benches)}",
                _share(statistics.median_high(gaps)) if gaps else "-",
                _share(max(gaps)) if gaps else "-",
            ]
        )
    header = ["contender", "answered", "first", "close", "best", "best value found"]
    return _table([*header, "median gap without proof", "worst gap"], rows)


def _share(gap: float) -> str:
    return "no bound or answer" if math.isinf(gap) else f"{gap:.1%}"


def _median(times: Sequence[float], benches: Sequence[Bench]) -> str:
    if not times:
        return "-"
    limit = max(bench.limit for bench in benches)
    return _capped(statistics.median(times), limit)


def _groups(cases: Sequence[Case]) -> str:
    rows = []
    for group in sorted({case.about.group for case in cases}):
        for name, fits in SETS:
            mine = [case.ours for case in cases if case.about.group == group and fits(case)]
            benches = [bench for bench in mine if bench]
            if not benches:
                continue
            limit = max(bench.limit for bench in benches)
            times = [bench.time for bench in benches]
            close = [bench.close for bench in benches]
            rows.append(
                [
                    group,
                    name,
                    f"{sum(bench.proven for bench in benches)} of {len(benches)}",
                    *(_capped(percentile(times, rank), limit) for rank in (50, 90, 95)),
                    *(_capped(percentile(close, rank), limit) for rank in (50, 90, 95)),
                ]
            )
    header = ["group", "set", "proven", "p50", "p90", "p95"]
    return _table([*header, "close p50", "close p90", "close p95"], rows)


def _ours(cases: Sequence[Case]) -> str:
    rows = []
    for case in cases:
        bench = case.ours
        if bench is None:
            continue
        run = bench.worst
        rows.append(
            [
                case.name,
                " + ".join(case.about.boards),
                str(case.about.tiles),
                case.about.objective,
                ", ".join(run.values) or "-",
                ", ".join(text or "?" for text in run.bounds) or "?",
                "0" if run.gap == 0 else "-" if run.gap is None else f"{run.gap:.1%}",
                *(_capped(each, bench.limit) for each in (bench.first, bench.close, bench.best)),
                bench.verdict,
                _seconds(bench.total),
                f"{bench.memory:.0f}",
                run.solver or "-",
            ]
        )
    header = ["instance", "boards", "tiles", "objective", "value", "bound", "gap", "first"]
    return _table([*header, "close", "best", "proof", "end", "MiB", "solver"], rows)


def _everybody(cases: Sequence[Case]) -> str:
    names = [name for name in CONTENDERS if any(name in case.benches for case in cases)]
    rows = []
    for case in cases:
        ratio = case.ratio(case.best_other)
        rows.append(
            [
                case.name,
                ", ".join(map(str, case.verdict.best)) or "-",
                *(case.benches[n].verdict if n in case.benches else "-" for n in names),
                "-" if ratio is None else f"{ratio:.2f}",
                ", ".join(case.verdict.confirmed_by)
                or ("**nobody**" if case.verdict.optimal else "not proven"),
            ]
        )
    return _table(["instance", "best value", *names, "ratio", "confirmed by"], rows)


def _memories(cases: Sequence[Case]) -> str:
    names = [name for name in CONTENDERS if any(name in case.benches for case in cases)]
    rows = [
        [case.name, *(f"{case.benches[n].memory:.0f}" if n in case.benches else "-" for n in names)]
        for case in cases
    ]
    return _table(["instance", *names], rows)


def _commands(results: PlacementResults) -> str:
    lines = [
        f"- {session.date} ({session.commit or 'unknown commit'}): `python -m {session.command}`"
        for session in results.sessions
    ]
    return "\n".join(lines)


def percentile(values: Sequence[float], rank: float) -> float:
    """Return the smallest value that at least `rank` percent of the values do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(rank / 100 * len(ordered)) - 1)]


def _percentiles(times: Sequence[float], limit: float) -> str:
    return ", ".join(f"p{rank} {_capped(percentile(times, rank), limit)}" for rank in (50, 90, 95))


def _counted(time: float | None, limit: float) -> float:
    return limit if time is None else min(time, limit)


def _capped(time: float, limit: float) -> str:
    return f"> {limit:g}" if time >= limit else _seconds(time)


def _seconds(time: float) -> str:
    return f"{time:.0f}" if time >= 100 else f"{time:.1f}" if time >= 10 else f"{time:.2f}"


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--output", type=click.Path(path_type=Path), default=DEFAULT_OUTPUT)
def main(file: Path, output: Path) -> None:
    """Write the report of a results file."""
    try:
        text = report(load(file))
    except InputError as error:
        raise click.UsageError(str(error)) from None
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(text, encoding="utf-8")
    click.echo(output)


if __name__ == "__main__":
    main()
