"""A session of the picture in a file, or an error that says to the person at the page what is wrong with it."""

from __future__ import annotations

from frenemy.io.images.pictures import PictureTooLarge, SeveralFrames, read_picture
from frenemy.web.limits import Limits
from frenemy.web.request_error import RequestError
from frenemy.web.segment.session import SegmentSession


def opened_session(content: bytes, limits: Limits) -> SegmentSession:
    """A session with the picture; raises :class:`RequestError`."""
    if not content:
        raise RequestError(422, "the file is empty")
    try:
        return SegmentSession(read_picture(content, max_pixels=limits.pixels))
    except (ValueError, MemoryError) as error:
        raise picture_error(error) from error


def picture_error(error: ValueError | MemoryError) -> RequestError:
    """What is wrong with a picture, without the file name and the option that the command line has."""
    if isinstance(error, MemoryError):
        return RequestError(413, "the picture is too large for the memory of this machine")
    if isinstance(error, SeveralFrames):
        n_frames = f"{error.n_frames:,} frames (an animation, or several pages)"
        return RequestError(422, f"the picture has {n_frames}; save one of them as a picture")
    message = str(error).replace("the picture: ", "the picture ", 1)
    return RequestError(413 if isinstance(error, PictureTooLarge) else 422, message)
