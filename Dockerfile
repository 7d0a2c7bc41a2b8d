# The server in an image: built with the locked packages, run by a user without rights, its data in /data.
FROM python:3.13-slim AS build
WORKDIR /src
COPY requirements.lock ./
RUN python -m venv /opt/moot \
    && /opt/moot/bin/pip install -q --no-cache-dir --require-hashes --no-deps -r requirements.lock
COPY pyproject.toml hatch_build.py README.md LICENSE ./
COPY shipping shipping
COPY web web
COPY src src
RUN /opt/moot/bin/pip wheel -q --no-cache-dir --no-deps -w /dist . \
    && /opt/moot/bin/pip install -q --no-cache-dir --no-deps /dist/moot-*.whl \
    && /opt/moot/bin/pip uninstall -q -y pip

FROM python:3.13-slim
COPY --from=build /opt/moot /opt/moot
RUN install -d -o 10001 -g 10001 -m 700 /data
ENV PATH=/opt/moot/bin:$PATH HOME=/data MOOT_HOME=/data MOOT_HOST=0.0.0.0 MOOT_PORT=8484
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8484
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "import json, os, urllib.request as web; e = os.environ; asked = web.Request('http://127.0.0.1:' + e['MOOT_PORT'] + '/api/health', headers={'Authorization': 'Bearer ' + e['MOOT_AUTH_TOKEN']}); assert json.load(web.urlopen(asked, timeout=4))['status'] in ('ok', 'full')"]
ENTRYPOINT ["moot"]
CMD ["serve"]
