# The web application: docker build -t farklegen . && docker run -p 8000:8000 farklegen
FROM python:3.12-slim AS build
COPY . /source
RUN pip install --no-cache-dir --prefix /installed "/source[web,pdf,plot]"

FROM python:3.12-slim
COPY --from=build /installed /usr/local
RUN useradd --no-create-home --uid 10001 farklegen && install -d -o farklegen /store
USER farklegen
ENV FARKLEGEN_CACHE=/store MPLCONFIGDIR=/tmp
VOLUME /store
EXPOSE 8000
STOPSIGNAL SIGTERM
CMD ["farklegen", "serve", "--host", "0.0.0.0", "--port", "8000"]
