import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import { connect } from '../server/kit/db/db.ts'

// The baseline: the same bytes served by Fastify alone, and after one prepared SELECT.
const { PORT = '', DATABASE_URL = '', BODY_FILE } = process.env
const app = Fastify()
const db = connect(DATABASE_URL)
const body = BODY_FILE ? readFileSync(BODY_FILE) : Buffer.from('{}')
const send = () => body

app.get('/healthz', async () => ({ ok: true }))
app.get('/bytes', (_request, reply) => reply.type('application/json; charset=utf-8').send(send()))
app.get('/unchanged', (_request, reply) => reply.code(304).header('etag', '"same"').send())
app.get('/select', async (_request, reply) => {
  await db`select id, first_name from patient where emr_id = ${'00000000-0000-4000-8000-000000000000'}`
  return reply.type('application/json; charset=utf-8').send(send())
})
await db`create table if not exists bench_row (id bigint generated always as identity primary key, body jsonb not null)`
app.post('/insert', async (request) => {
  await db`insert into bench_row (body) values (${db.json(request.body as never)})`
  return { ok: true }
})
await app.listen({ port: Number(PORT), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
