# The web table in a container:
#     docker build -t valise .
#     docker run -d --name valise -p 8080:8080 -v valise:/var/lib/valise valise
# Settings follow as arguments (--host play.example.org) or in /etc/valise/valise.conf.

FROM debian:bookworm-slim AS build
WORKDIR /src
COPY tools/setup tools/setup
RUN tools/setup build web package
COPY . .
RUN cmake --preset package && ninja -C build/package && cd build/package && cpack

FROM debian:bookworm-slim
COPY --from=build /src/build/package/valise_*.deb /tmp/
RUN apt-get update && apt-get install -y --no-install-recommends /tmp/valise_*.deb && rm -rf /tmp/valise_*.deb /var/lib/apt/lists/*
USER valise
WORKDIR /var/lib/valise
VOLUME /var/lib/valise
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/8080 && printf 'GET /healthz HTTP/1.0\\r\\n\\r\\n' >&3 && grep -q '^ok' <&3"]
ENTRYPOINT ["/usr/bin/valise", "serve", "--config", "/etc/valise/valise.conf", "--bind", "0.0.0.0"]
