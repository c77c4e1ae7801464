"""Checks every message of the server twice: against lsprotocol's structures and against the meta model.

lsprotocol knows the newest protocol, but lets unknown properties pass; the meta model does not. Methods of our own
(`breviate/…`) have no schema there: their envelope is checked here, their report by `report.py`.
"""

from __future__ import annotations

from functools import lru_cache

from lsprotocol import converters, types

from metamodel import Mismatch, meta_model

OWN = "breviate/"


class Invalid(AssertionError):
    """The server sent something that the protocol does not allow."""


def check_request(message: dict) -> None:
    """A request that the server sends."""
    _envelope(message, required={"jsonrpc", "id", "method"}, optional={"params"})
    _identifier(message["id"])
    model = meta_model().requests.get(message["method"])
    if model is None or model["messageDirection"] == "clientToServer":
        raise Invalid(f"no server sends the request {message['method']}")
    _params(message, model)


def check_notification(message: dict) -> None:
    """A notification that the server sends."""
    _envelope(message, required={"jsonrpc", "method"}, optional={"params"})
    if message["method"].startswith(OWN):
        return
    model = meta_model().notifications.get(message["method"])
    if model is None or model["messageDirection"] == "clientToServer":
        raise Invalid(f"no server sends the notification {message['method']}")
    _params(message, model)


def check_response(message: dict, method: str) -> None:
    """The server's response to a request of this method."""
    if "error" in message:
        _envelope(message, required={"jsonrpc", "id", "error"})
        _error(message["error"])
        return
    _envelope(message, required={"jsonrpc", "id", "result"})
    if method.startswith(OWN):
        return
    _against_meta_model(message["result"], meta_model().requests[method]["result"], f"result of {method}")
    _against_lsprotocol(message, method, types.METHOD_TO_TYPES[method][1])


def check_work_done(value: dict) -> None:
    """The value of a `$/progress` on a token for work in progress."""
    kinds = {"begin": "WorkDoneProgressBegin", "report": "WorkDoneProgressReport", "end": "WorkDoneProgressEnd"}
    if not isinstance(value, dict) or value.get("kind") not in kinds:
        raise Invalid(f"no work done progress: {value!r:.200}")
    name = kinds[value["kind"]]
    _against_meta_model(value, {"kind": "reference", "name": name}, name)
    if not 0 <= value.get("percentage", 0) <= 100:
        raise Invalid(f"percentage {value['percentage']}")


def _params(message: dict, model: dict) -> None:
    method = message["method"]
    if "params" not in model:
        if message.get("params") is not None:
            raise Invalid(f"{method} has no params")
    else:
        _against_meta_model(message.get("params"), model["params"], f"params of {method}")
    _against_lsprotocol(message, method, types.METHOD_TO_TYPES[method][0])


def _envelope(message: dict, required: set[str], optional: frozenset[str] | set[str] = frozenset()) -> None:
    if message.get("jsonrpc") != "2.0":
        raise Invalid(f"jsonrpc is {message.get('jsonrpc')!r}")
    if not required <= message.keys() <= required | optional:
        raise Invalid(f"a message with {sorted(message)} instead of {sorted(required)}")


def _identifier(value) -> None:
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        raise Invalid(f"id {value!r}")


def _error(error) -> None:
    allowed = {"code", "message"}, {"code", "message", "data"}
    if not isinstance(error, dict) or set(error) not in allowed:
        raise Invalid(f"error {error!r:.200}")
    if not isinstance(error["code"], int) or not isinstance(error["message"], str) or not error["message"]:
        raise Invalid(f"error {error!r:.200}")


def _against_meta_model(value, kind: dict, path: str) -> None:
    try:
        meta_model().check(value, kind, path)
    except Mismatch as mismatch:
        raise Invalid(f"meta model: {mismatch}") from None


def _against_lsprotocol(message: dict, method: str, kind: type) -> None:
    try:
        _converter().structure(message, kind)
    except Exception as error:
        raise Invalid(f"lsprotocol: {method}: {error!r}: {message!r:.300}") from None


@lru_cache(maxsize=1)
def _converter():
    return converters.get_converter()
