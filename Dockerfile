# Serves `odin web`; docs/install.md says how to start it.
ARG BASE=docker.io/library/python:3.13-slim

FROM ${BASE} AS build
WORKDIR /source
COPY . .
# Without a C compiler in the image pip fetches that of `ziglang`.
RUN python3 -m venv /odin && /odin/bin/pip install --no-cache-dir '.[pdf]' && \
    /odin/bin/pip uninstall --yes pip

FROM ${BASE}
RUN useradd --uid 1000 --create-home odin && install --directory --owner=odin /data
COPY --from=build /odin /odin
USER odin
ENV PATH=/odin/bin:$PATH ODIN_DATA_DIR=/data ODIN_CACHE_DIR=/data/cache
VOLUME /data
EXPOSE 8550
# Any answer is one: without a token the page is refused.
HEALTHCHECK --interval=30s --timeout=10s --start-period=20s CMD ["python3", "-c", \
    "from http.client import HTTPConnection as C; c = C('127.0.0.1', 8550, timeout=5); c.request('GET', '/'); exit(c.getresponse().status >= 500)"]
STOPSIGNAL SIGINT
CMD ["odin", "web", "--host", "0.0.0.0", "--port", "8550", "--no-browser"]
