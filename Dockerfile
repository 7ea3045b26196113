# One image, one volume: docker build -t rememberd . && docker run -p 127.0.0.1:8000:8000 -v memory:/data rememberd
FROM python:3.12-slim AS build
WORKDIR /source
# With what speaks with PostgreSQL, Redis and Valkey: one image for each way to run it.
COPY requirements/run.txt requirements/postgres.txt requirements/redis.txt requirements/
RUN python -m venv /opt/rememberd \
 && for name in run postgres redis; do \
      /opt/rememberd/bin/pip install --no-cache-dir --no-deps --require-hashes -r "requirements/$name.txt" || exit 1; \
    done
COPY pyproject.toml setup.py README.md LICENSE ./
COPY memoryproj memoryproj
COPY memory memory
COPY maintenance maintenance
COPY reflection reflection
COPY templates templates
RUN /opt/rememberd/bin/pip install --no-cache-dir --no-deps .

FROM python:3.12-slim
# All that the service writes lies in the volume, and belongs to this user.
RUN useradd --uid 10001 --create-home rememberd && install -d -o rememberd -g rememberd /data
COPY --from=build /opt/rememberd /opt/rememberd
ENV PATH=/opt/rememberd/bin:$PATH MEMORY_DATA_DIR=/data PYTHONUNBUFFERED=1
USER rememberd
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/livez', timeout=4)"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["rememberd"]
CMD ["serve", "--host", "0.0.0.0"]
