"""Checks a report: the one JSON form that requests, commands and the command line answer with (protocol-notes.md)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Check = Callable[[Any, str], None]

STATES = {"waiting", "running", "fresh", "stale", "failed", "cancelled"}


def check_report(value: Any, path: str = "report") -> dict:
    """`value`, when it is a whole report: no field missing (unknown is null), none unknown."""
    _report(value, path)
    return value


def check_plan(value: Any, path: str = "plan") -> dict:
    _plan(value, path)
    return value


def _fail(path: str, value: Any, expected: str) -> None:
    raise AssertionError(f"{path}: {value!r:.100} is no {expected}")


def _of(kind: type, expected: str) -> Check:
    def check(value, path):
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            _fail(path, value, expected)

    return check


def _or_null(inner: Check) -> Check:
    return lambda value, path: None if value is None else inner(value, path)


def _one_of(values: set[str]) -> Check:
    def check(value, path):
        if value not in values:
            _fail(path, value, " or ".join(sorted(values)))

    return check


def _list(inner: Check) -> Check:
    def check(value, path):
        if not isinstance(value, list):
            _fail(path, value, "list")
        for index, element in enumerate(value):
            inner(element, f"{path}[{index}]")

    return check


def _object(**fields: Check) -> Check:
    def check(value, path):
        if not isinstance(value, dict):
            _fail(path, value, "object")
        if value.keys() != fields.keys():
            missing, unknown = fields.keys() - value.keys(), value.keys() - fields.keys()
            raise AssertionError(f"{path}: missing {sorted(missing)}, unknown {sorted(unknown)}")
        for name, inner in fields.items():
            inner(value[name], f"{path}.{name}")

    return check


def _count(value, path):
    _integer(value, path)
    if value < 0:
        _fail(path, value, "count")


_text, _boolean, _integer, _number = (
    _of(str, "text"),
    _of(bool, "boolean"),
    _of(int, "integer"),
    _of((int, float), "number"),
)
_position = _object(line=_count, character=_count)
_range = _object(start=_position, end=_position)
_tokens = _object(value=_count, exact=_boolean)

_note = _object(
    text=_text,
    headline=_or_null(_text),
    sentences=_list(_object(text=_text, range=_or_null(_range))),
    omitted=_list(_object(value=_text, kind=_text, context=_text, range=_range)),
    notInText=_list(_object(text=_text, kind=_one_of({"specific", "sentence"}))),
    model=_text,
    provisional=_boolean,
    createdAt=_text,
    finishReason=_or_null(_text),
    truncatedInput=_boolean,
    relaxedFilter=_boolean,
    usage=_or_null(_object(promptTokens=_count, answerTokens=_count, tokensPerSecond=_or_null(_number))),
    timeToFirstToken=_or_null(_number),
)

_plan = _object(
    tokens=_tokens,
    inputBudget=_or_null(_count),
    passes=_count,
    combinePasses=_count,
    estimatedSeconds=_or_null(_number),
)

_passage = _object(
    id=_text,
    number=_count,
    title=_or_null(_text),
    range=_range,
    tokens=_tokens,
    state=_one_of(STATES),
    note=_or_null(_note),
    failure=_or_null(_object(kind=_text, title=_text, detail=_text, retry=_boolean, relax=_boolean)),
)

_document = _object(
    uri=_text,
    version=_or_null(_integer),
    languageId=_or_null(_text),
    positionEncoding=_one_of({"utf-8", "utf-16", "utf-32"}),
    model=_object(id=_text, backend=_text, contextWindow=_or_null(_count), windowAssumed=_boolean),
    plan=_or_null(_plan),
    passages=_list(_passage),
    summary=_or_null(_note),
)

_report = _object(schemaVersion=_count, breviate=_text, documents=_list(_document))
