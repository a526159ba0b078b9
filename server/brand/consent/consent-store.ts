import { createHash } from 'node:crypto'
import { type AgreedText, agreedText, type ConsentKind } from '@cuida/core/brand/consent/consent.ts'
import type { PolicyDocument } from '@cuida/core/brand/consent/policy.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'

/** The account that consents, and the patient it consents for: the holder or a dependant. */
export interface ConsentHolder {
  accountId: string
  patientId: string
}

export interface Consent {
  kind: ConsentKind
  /** Unique within its kind: a document, a cookie group, a guest. */
  subject: string
  isGiven: boolean
  text: AgreedText
  language: string
  /** The date of a document, or another version label of its text. */
  version: string
}

const bodyOf = (text: AgreedText): string => JSON.stringify(agreedText(text))
const digest = (body: string): string => createHash('sha256').update(body).digest('hex')
export const textId = (text: AgreedText): string => digest(bodyOf(text))
/** How a text was identified before full texts were stored. */
export const legacyTextId = (document: PolicyDocument): string => digest(JSON.stringify(document))

/** Appends the consents that change the last one on the same subject; a repeated consent adds no row. */
export async function insertConsents(tx: Tx, whose: ConsentHolder, consents: readonly Consent[]): Promise<void> {
  for (const consent of consents) await insertConsent(tx, whose, consent)
}

/** A single statement, because an order waits for it. */
export async function insertConsent(tx: Tx, { accountId, patientId }: ConsentHolder, consent: Consent): Promise<void> {
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

/** Whether the patient's last consent on this subject is this one. */
export async function isGivenNow(sql: Sql, patientId: string, { kind, subject, text }: Consent): Promise<boolean> {
  const [last] = await sql<{ isGiven: boolean }[]>`
    select given and text_hash = ${textId(text)} as "isGiven" from consent
    where patient_id = ${patientId} and kind = ${kind} and subject = ${subject} order by seq desc limit 1`
  return last?.isGiven === true
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

/** Newest first. */
export const findConsents = (sql: Sql, patientIds: readonly string[]): Promise<Row[]> => sql<Row[]>`
  select c.id, c.kind, c.subject, c.given as "isGiven", c.at, c.language, c.version, c.patient_id as "patientId",
    c.text_hash as "textId", t.body::json ->> 'title' as title
  from consent c join consent_text t on t.hash = c.text_hash
  where c.patient_id in ${sql(patientIds)} order by c.at desc, c.seq desc limit 500`

/** The consent that admits this guest to the call; undefined when there is none. */
export async function findSharingConsent(
  tx: Tx,
  guestId: string,
): Promise<(ConsentHolder & { language: string }) | undefined> {
  const [row] = await tx<(ConsentHolder & { language: string })[]>`
    select account_id as "accountId", patient_id as "patientId", coalesce(language, 'en') as language
    from consent where kind = 'sharing' and subject = ${guestId} order by seq desc limit 1`
  return row
}

/** A text that one of these patients agreed to or withdrew from; undefined also when only its digest was stored. */
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

/** The text of each document that the holder last agreed to, by document. */
export async function findLastAgreedTexts(sql: Sql, accountId: string): Promise<Map<string, string>> {
  const rows = await sql<{ subject: string; text: string }[]>`
    select distinct on (c.subject) c.subject, c.text_hash as text
    from consent c join patient p on p.id = c.patient_id
    where p.account_id = ${accountId} and c.kind = 'document' and c.given order by c.subject, c.seq desc`
  return new Map(rows.map(({ subject, text }) => [subject, text]))
}

/** Adds the full text to rows that hold only a digest, when a current document matches the digest. */
export async function storeLegacyTexts(sql: Sql, documents: readonly PolicyDocument[]): Promise<void> {
  const bodies = documents.map((document) => JSON.stringify(document))
  await sql`
    update consent_text t set body = met.body
    from (select unnest(${bodies}::text[]) as body) met
    where t.body is null and t.hash = encode(sha256(convert_to(met.body, 'UTF8')), 'hex')`
}
