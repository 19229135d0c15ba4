// Passes requests on to `sqg mcp --listen` with its token, which the conformance test has no way to send.
import http from "node:http";

const [target, token] = [new URL(process.argv[2]), process.env.SQG_TOKEN];
const server = http.createServer((request, response) => {
  const own = `127.0.0.1:${server.address().port}`;
  const named = (value) => value?.replace(own, target.host);
  const { host, origin } = request.headers;
  const headers = { ...request.headers, host: named(host), authorization: `Bearer ${token}` };
  if (origin) headers.origin = named(origin);
  const passed = http.request(target, { method: request.method, headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  passed.on("error", (error) => response.destroy(error));
  response.on("close", () => passed.destroy());
  request.pipe(passed);
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/`));
