// Exits with 0 if the Easel in this container is ready.
const { ok } = await fetch(`http://127.0.0.1:${process.env["PORT"] ?? "8080"}/readyz`).catch(() => ({ ok: false }));
process.exitCode = ok ? 0 : 1;
