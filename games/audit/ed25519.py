"""Ed25519 signature verification (RFC 8032) in pure Python, for the verifier, which has no cryptography package.

It takes milliseconds per signature and is not constant-time. Neither matters here: a record has few receipts, and
everything that is verified is public. Nothing is signed with this code.
"""

from hashlib import sha512
from typing import TypeAlias

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
"""Order of the base point."""
D = -121665 * pow(121666, P - 2, P) % P
SQRT_MINUS_ONE = pow(2, (P - 1) // 4, P)
"""A square root of -1."""

Point: TypeAlias = tuple[int, int, int, int]
"""Extended homogeneous coordinates X, Y, Z and T, with x = X/Z, y = Y/Z and xy = T/Z."""


def is_valid_signature(public_key: bytes, message: bytes, signature: bytes) -> bool:
    """Return whether the signature of the message is valid for this public key."""
    if len(public_key) != 32 or len(signature) != 64:
        return False
    key_point, nonce_point, scalar = (
        _decode_point(public_key),
        _decode_point(signature[:32]),
        int.from_bytes(signature[32:], "little"),
    )
    # A scalar of L or more would be a second valid signature of the same message (RFC 8032, 5.1.7).
    if key_point is None or nonce_point is None or scalar >= L:
        return False
    challenge = int.from_bytes(sha512(signature[:32] + public_key + message).digest(), "little") % L
    return _is_same_point(
        _multiply_point(scalar, BASE_POINT), _add_points(nonce_point, _multiply_point(challenge, key_point))
    )


def is_public_key(encoded: bytes) -> bool:
    """Return whether these bytes are the canonical encoding of a point."""
    return len(encoded) == 32 and _decode_point(encoded) is not None


def _decode_point(encoded: bytes) -> Point | None:
    """Decode a point from 32 bytes; None if they are not the canonical encoding of a point."""
    number = int.from_bytes(encoded, "little")
    sign, y = number >> 255, number & (2**255 - 1)
    x = _recover_x(y, sign) if y < P else None
    return None if x is None else (x, y, 1, x * y % P)


def _recover_x(y: int, sign: int) -> int | None:
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    if square == 0:
        return None if sign else 0
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * SQRT_MINUS_ONE % P
    if (x * x - square) % P:
        return None
    return P - x if x & 1 != sign else x


def _add_points(one: Point, other: Point) -> Point:
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c = 2 * one[3] * other[3] * D % P
    d = 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _multiply_point(scalar: int, point: Point) -> Point:
    total: Point = (0, 1, 1, 0)
    while scalar:
        if scalar & 1:
            total = _add_points(total, point)
        point = _add_points(point, point)
        scalar >>= 1
    return total


def _is_same_point(one: Point, other: Point) -> bool:
    return not ((one[0] * other[2] - other[0] * one[2]) % P or (one[1] * other[2] - other[1] * one[2]) % P)


def _base_point() -> Point:
    point = _decode_point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))
    assert point is not None, "4/5 is the y coordinate of a point"
    return point


BASE_POINT = _base_point()
