import { createHash } from 'node:crypto'
import { type AgreedText, agreedText, type ConsentKind } from '@cuida/core/brand/consent/consent.ts'
import type { PolicyDocument } from '@cuida/core/brand/consent/policy.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'

/** Who says it, and for whom: themselves, or a child in their charge. */
export interface Whose {
  accountId: string
  patientId: string
}

export interface Consent {
  kind: ConsentKind
  /** Within its kind: a document, a group of cookies, a guest. */
  subject: string
  isGiven: boolean
  text: AgreedText
  language: string
  /** The day of a document, or what else its words are known by. */
  version: string
}

const bodyOf = (text: AgreedText): string => JSON.stringify(agreedText(text))
const digest = (body: string): string => createHash('sha256').update(body).digest('hex')
export const textId = (text: AgreedText): string => digest(bodyOf(text))
/** As texts were named before they were kept. */
export const formerTextId = (document: PolicyDocument): string => digest(JSON.stringify(document))

/** Writes down what says more than the last one on the same matter: the same yes again leaves no row. */
export async function noteConsents(tx: Tx, whose: Whose, consents: readonly Consent[]): Promise<void> {
  for (const consent of consents) await noteConsent(tx, whose, consent)
}

/** One statement: an order waits for it. */
export async function noteConsent(tx: Tx, { accountId, patientId }: Whose, consent: Consent): Promise<void> {
  const { kind, subject, isGiven, text, language, version } = consent
  await tx`
    with last as (
      select given, text_hash from consent
      where patient_id = ${patientId} and kind = ${kind} and subject = ${subject} order by seq desc limit 1),
    kept as (
      insert into consent_text (hash, body) values (${textId(text)}, ${bodyOf(text)}) on conflict do nothing)
    insert into consent (patient_id, account_id, kind, subject, given, text_hash, language, version, at)
    select ${patientId}, ${accountId}, ${kind}, ${subject}, ${isGiven}, ${textId(text)}, ${language}, ${version},
      clock_timestamp()
    where case when ${isGiven} then not exists (select 1 from last where given and text_hash = ${textId(text)})
      else exists (select 1 from last where given) end`
}

export interface Row {
  id: string
  kind: ConsentKind
  subject: string
  isGiven: boolean
  at: Date
  language: string | null
  version: string | null
  patientId: string
  textId: string
  title: string | null
}

/** The newest first. */
export const findConsents = (sql: Sql, patientIds: readonly string[]): Promise<Row[]> => sql<Row[]>`
  select c.id, c.kind, c.subject, c.given as "isGiven", c.at, c.language, c.version, c.patient_id as "patientId",
    c.text_hash as "textId", t.body::json ->> 'title' as title
  from consent c join consent_text t on t.hash = c.text_hash
  where c.patient_id in ${sql(patientIds)} order by c.at desc, c.seq desc limit 500`

/** Whose yes lets this guest in; undefined where nobody said it. */
export async function findSharing(tx: Tx, guestId: string): Promise<(Whose & { language: string }) | undefined> {
  const [row] = await tx<(Whose & { language: string })[]>`
    select account_id as "accountId", patient_id as "patientId", coalesce(language, 'en') as language
    from consent where kind = 'sharing' and subject = ${guestId} order by seq desc limit 1`
  return row
}

/** A text that one of them agreed to, or withdrew from; undefined also when only its digest was kept. */
export async function findAgreedText(
  sql: Sql,
  patientIds: readonly string[],
  id: string,
): Promise<AgreedText | undefined> {
  const [row] = await sql<{ body: string | null }[]>`
    select body from consent_text t where hash = ${id}
      and exists (select 1 from consent c where c.text_hash = t.hash and c.patient_id in ${sql(patientIds)})`
  return row?.body ? agreedText(JSON.parse(row.body)) : undefined
}

/** What the holder last agreed to, a document. */
export async function lastAgreed(sql: Sql, accountId: string): Promise<Map<string, string>> {
  const rows = await sql<{ subject: string; text: string }[]>`
    select distinct on (c.subject) c.subject, c.text_hash as text
    from consent c join patient p on p.id = c.patient_id
    where p.account_id = ${accountId} and c.kind = 'document' and c.given order by c.subject, c.seq desc`
  return new Map(rows.map(({ subject, text }) => [subject, text]))
}

/** Texts of which only the digest was kept get their words, once these are met again. */
export async function keepFormerTexts(sql: Sql, documents: readonly PolicyDocument[]): Promise<void> {
  const bodies = documents.map((document) => JSON.stringify(document))
  await sql`
    update consent_text t set body = met.body
    from (select unnest(${bodies}::text[]) as body) met
    where t.body is null and t.hash = encode(sha256(convert_to(met.body, 'UTF8')), 'hex')`
}
