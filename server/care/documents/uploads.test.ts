import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { putPhoto } from '@cuida/core/access/photo/photo-api.ts'
import { addDocument, giveDocument } from '@cuida/core/care/documents/document-api.ts'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { servedCalls } from '../../kit/http/serve.ts'
import { closeAfterTests, createTestContext } from '../../testing/test-contexts.ts'
import { insertClinician, insertConsultation, insertPatient, type TestPatient } from '../test-people.ts'
import { buildPng } from './test-files.ts'
import { sendFile } from './test-uploads.ts'
import { createUploadSlots } from './upload-slots.ts'

// How many upload slots a person may hold, and for how long.

const addresses: URL[] = []
const context = await createTestContext()
const other = closeAfterTests(await createApp({ ...context.services, places: createUploadSlots() }))
for (const app of [context.app, other]) addresses.push(new URL(await app.listen({ port: 0, host: '127.0.0.1' })))

let ana: TestPatient
let bruno: TestPatient
let hers: string
let his: string
beforeEach(async () => {
  const clinician = await insertClinician(context)
  ana = await insertPatient(context)
  bruno = await insertPatient(context, 'Bruno')
  hers = await insertConsultation(context, { patientId: ana.patientId, booked: { ...clinician, inMinutes: 5 } })
  his = await insertConsultation(context, { patientId: bruno.patientId, booked: { ...clinician, inMinutes: 90 } })
})

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

interface SlowUpload {
  /** The status line; undefined while the server is still reading. */
  status: string | undefined
}

/** An upload that sends its headers at once and its body far too slowly. */
function sendTooSlowly(token: string | undefined, id: string, at = 0, side = ''): SlowUpload {
  const { hostname, port } = addresses[at] as URL
  const socket = connect({ host: hostname, port: Number(port) })
  sockets.push(socket)
  const bearer = token ? `authorization: Bearer ${token}\r\n` : ''
  const head = `POST /v1${side}/consultations/${id}/documents HTTP/1.1\r\nhost: x\r\n${bearer}content-type: image/png\r\n`
  socket.write(`${head}idempotency-key: ${randomUUID()}\r\ncontent-length: 500000\r\n\r\nab`)
  const upload: SlowUpload = { status: undefined }
  const drip = setInterval(() => socket.write('x'), 50)
  socket
    .on('error', () => {})
    .once('data', (answer) => {
      clearInterval(drip)
      upload.status = /HTTP\/1\.1 (\d+)/.exec(String(answer))?.[1]
    })
  socket.once('close', () => clearInterval(drip))
  return upload
}
/** For `expect.poll`: a reply can be slow on a busy machine. */
const POLL_OPTIONS = { timeout: 10_000 }
const statusesOf = (uploads: readonly SlowUpload[]) => uploads.map(({ status }) => status)
const send = (app: FastifyInstance, patient: TestPatient, id: string) =>
  sendFile({ ...context, app }, { token: patient.token, id, bytes: buildPng(20, 20) })

test('a slow uploader uses up only their own slots, in each process', async () => {
  const uploads = Array.from({ length: 12 }, (_, index) => sendTooSlowly(bruno.token, his, index % 2))
  await expect.poll(() => statusesOf(uploads).filter((status) => status === '503'), POLL_OPTIONS).toHaveLength(8)
  for (const app of [context.app, other]) {
    expect((await send(app, ana, hers)).status).toBe(201)
    const busy = await send(app, bruno, his)
    expect(busy).toMatchObject({ status: 503, body: { code: 'BUSY' }, headers: { 'retry-after': '3' } })
  }
  expect(statusesOf(uploads).filter((status) => status === undefined)).toHaveLength(4)
})

test('a person without access gets the refusal before the body is read and takes no slot', async () => {
  const unknownId = randomUUID()
  const elsewhere = await insertClinician(context, { products: [] })
  const uploads = [
    ...Array.from({ length: 8 }, () => sendTooSlowly(bruno.token, hers)),
    ...Array.from({ length: 8 }, () => sendTooSlowly(undefined, hers)),
    sendTooSlowly(bruno.token, unknownId),
    sendTooSlowly(bruno.token, 'none'),
    sendTooSlowly(elsewhere.token, hers, 0, '/desk'),
  ]
  const refused = [...Array(8).fill('404'), ...Array(8).fill('401'), '404', '400', '404']
  await expect.poll(() => statusesOf(uploads), POLL_OPTIONS).toEqual(refused)
  expect((await send(context.app, bruno, his)).status).toBe(201)
  expect((await send(context.app, ana, hers)).status).toBe(201)
})

test('a disconnected upload releases its slot', async () => {
  // Two slots in this process: of three uploads at once the third is refused.
  const uploads = [1, 2, 3].map(() => sendTooSlowly(bruno.token, his))
  await expect.poll(() => statusesOf(uploads).filter((status) => status === '503'), POLL_OPTIONS).toHaveLength(1)
  for (const socket of sockets.splice(0)) socket.destroy()
  await expect.poll(async () => (await send(context.app, bruno, his)).status).toBe(201)
})

test('a server accepts no more uploads than its memory allows, whoever sends them', () => {
  const slots = createUploadSlots({ mostOfOne: 2, mostInAll: 3 })
  const leave = slots.enter('ana')
  expect([slots.enter('ana'), slots.enter('ana')].map(Boolean)).toEqual([true, false])
  expect([slots.enter('bruno'), slots.enter('carla')].map(Boolean)).toEqual([true, false])
  leave?.()
  leave?.()
  expect([slots.enter('carla'), slots.enter('dora')].map(Boolean)).toEqual([true, false])
})

// The photo's upload is covered by server/access/photo/photo.test.ts.
test('every upload route is in this list and its access check is covered above', () => {
  expect(servedCalls.filter(({ upload }) => upload)).toEqual([putPhoto, addDocument, giveDocument])
})
