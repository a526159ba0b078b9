import { createHash } from 'node:crypto'
import { confirmPhone, registerPhone } from '@cuida/core/access/api.ts'
import { isSolution, PROOF_OF_WORK_HEADER, type ProofOfWork, proofText } from '@cuida/core/kit/proof-of-work.ts'
import { runOnce } from 'graphile-worker'
import { agreeToDocuments } from '../brand/consent/test-consents.ts'
import { jobHandlers } from '../jobs.ts'
import { workerLogger } from '../kit/jobs/worker-log.ts'
import type { TestContext } from '../testing/test-context.ts'
import { hashPassword } from './passwords.ts'
import { openSession } from './session/sessions.ts'

export const PASSWORD = 'Tres-Tristes-Tigres'
const hashed = hashPassword(PASSWORD)

let people = 0
/** A Spanish mobile number that no other test uses. */
export const newPhone = (): string => `+346${String(10_000_000 + ++people)}`

let sources = 0
/** A client address that no other test uses, so that rate limits stay separate. */
export const newClientAddress = (): string => `10.${100 + Math.floor(++sources / 250)}.${sources % 250}.7`

/** A registered holder created by SQL, for tests that are not about registration. */
export async function newPatient({ db, services }: TestContext, phone = newPhone(), { agrees = true } = {}) {
  const email = `p${phone.slice(1)}@example.com`
  const [account] = await db<{ id: string }[]>`
    insert into account (phone, country, email, password_hash) values (${phone}, 'ES', ${email}, ${await hashed})
    returning id`
  const accountId = account?.id ?? ''
  const [patient] = await db<{ id: string }[]>`
    insert into patient (account_id, first_name, last_name, date_of_birth, sex)
    values (${accountId}, 'Ana', 'Ruiz', '1990-05-17', 'Female') returning id`
  const patientId = patient?.id ?? ''
  if (agrees) await agreeToDocuments({ db, services }, { accountId, patientId })
  return { accountId, patientId, phone, email }
}

export async function newSession({ db, services }: TestContext, accountId: string) {
  const session = await db.begin((tx) => openSession(tx, { accountId }))
  const token = await services.tokens.sign('access', { subject: accountId, sessionId: session.id })
  return { ...session, token }
}

export async function runJobs(context: TestContext): Promise<void> {
  const jobs = jobHandlers(context.services)
  await runOnce({
    connectionString: context.env.DATABASE_URL ?? '',
    taskList: Object.fromEntries(
      Object.entries(jobs).map(([name, handle]) => [name, (payload: unknown) => handle(payload as never)]),
    ),
    logger: workerLogger(context.services.log),
    noHandleSignals: true,
  })
}

export async function readSentCode(context: TestContext, phone: string): Promise<string> {
  await runJobs(context)
  const [newest] = await readOutbox(context, phone)
  return newest?.text.match(/\d{6}/)?.[0] ?? ''
}

export async function readOutbox(
  { simulatorsUrl }: TestContext,
  phone: string,
): Promise<{ channel: string; text: string }[]> {
  const answer = await fetch(`${simulatorsUrl}/simulators/outbox?to=${encodeURIComponent(phone)}`)
  return (await answer.json()) as { channel: string; text: string }[]
}

/** Requests and enters a code; returns the token of a verified phone. */
export async function verifyPhone(context: TestContext, phone: string): Promise<string> {
  const reply = await context.sendCall(
    registerPhone,
    { phone: { number: phone, country: 'ES' } },
    { from: newClientAddress() },
  )
  const code = await readSentCode(context, phone)
  return (await context.sendCall(confirmPhone, { code }, { token: reply.body.accessToken })).body.accessToken
}

/** Solves a refusal's proof of work; returns the header that lets the same request through. */
export function solveProofOfWork({ body }: { body: Record<string, unknown> }): Record<string, string> {
  const { challenge, bits } = body.proofOfWork as ProofOfWork
  for (let counter = 0; ; counter++) {
    const text = proofText(challenge, counter)
    const hash = createHash('sha256').update(text).digest()
    if (isSolution(hash.readUInt32BE(), bits)) return { [PROOF_OF_WORK_HEADER]: text }
  }
}

export const wrongCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** Opens every connection first, so that concurrent requests do not wait for one. */
export const openAllConnections = ({ db }: TestContext): Promise<unknown> =>
  Promise.all(Array.from({ length: 12 }, () => db`select pg_sleep(0.02)`))

/** Creates the token of a verified phone by SQL, for tests that need many. */
export async function insertPhoneProof({ db, services }: TestContext, phone: string): Promise<string> {
  const [proof] = await db<{ id: string }[]>`
    insert into verification (purpose, sent_to, expires_at, used_at)
    values ('phone', ${phone}, clock_timestamp() + interval '10 minutes', clock_timestamp()) returning id`
  return services.tokens.sign('registration', { subject: proof?.id ?? '' })
}
