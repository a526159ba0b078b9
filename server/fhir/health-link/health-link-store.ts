import { OPEN_HEALTH_LINKS, WRONG_PASSCODES } from '@cuida/core/fhir/health-link.ts'
import type { HealthLink } from '@cuida/core/fhir/health-link-api.ts'
import { decryptRows, encryptText } from '../../kit/crypto/encrypted-text.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'

/** The address part and the key of a link. */
export interface LinkSecret {
  token: string
  key: string
}

export type StoredLink = Omit<HealthLink, 'url'> & { secret: LinkSecret }

interface LinkRow {
  id: string
  secret: string
  label: string | null
  hasPasscode: boolean
  expiresAt: Date
  state: HealthLink['state']
  openedTimes: number
  openings: { recipient: string; at: string }[]
}

const RECIPIENT = { recipient: 'health_link_opening.recipient' } as const
const MOST_LISTED = 100
const MOST_OPENINGS = 5

export async function findLinks(sql: Sql, patientId: string, id?: string): Promise<StoredLink[]> {
  const rows = await sql<LinkRow[]>`
    select l.id, l.secret, l.label, l.passcode_hash is not null as "hasPasscode", l.expires_at as "expiresAt",
      case when l.ended_at is not null then 'ended' when l.wrong_codes >= ${WRONG_PASSCODES} then 'too-many-wrong-passcodes'
        when l.expires_at <= clock_timestamp() then 'expired' else 'open' end as state,
      (select count(*)::int from health_link_opening o where o.link_id = l.id) as "openedTimes",
      (select coalesce(json_agg(json_build_object('recipient', o.recipient, 'at', o.at) order by o.at desc), '[]') from (
        select recipient, at from health_link_opening where link_id = l.id order by at desc limit ${MOST_OPENINGS}) o) as openings
    from health_link l where l.patient_id = ${patientId} ${id ? sql`and l.id = ${id}` : sql``}
    order by l.created_at desc, l.id limit ${MOST_LISTED}`
  const opened = await decryptRows(sql, rows, { secret: 'health_link.secret', label: 'health_link.label' })
  return Promise.all(
    opened.map(async ({ secret, expiresAt, openings, ...link }) => ({
      ...link,
      secret: JSON.parse(secret) as LinkSecret,
      expiresAt: expiresAt.toISOString(),
      openings: (await decryptRows(sql, openings, RECIPIENT)).map(({ recipient, at }) => ({
        recipient,
        at: new Date(at).toISOString(),
      })),
    })),
  )
}

interface NewLink {
  patientId: string
  tokenHash: Buffer
  secret: LinkSecret
  label: string | null
  passcodeHash: string | null
  days: number
}

/** Undefined when the patient has too many open links. */
export async function insertLink(tx: Tx, link: NewLink): Promise<string | undefined> {
  const { patientId, tokenHash, secret, label, passcodeHash, days } = link
  await tx`select 1 from patient where id = ${patientId} for no key update`
  const [row] = await tx<{ id: string }[]>`
    insert into health_link (patient_id, token_hash, secret, label, passcode_hash, expires_at)
    select ${patientId}, ${tokenHash}, ${encryptText(tx, 'health_link.secret', JSON.stringify(secret))},
      ${encryptText(tx, 'health_link.label', label)}, ${passcodeHash}, clock_timestamp() + make_interval(days => ${days})
    where (select count(*) from health_link where patient_id = ${patientId} and ended_at is null
      and expires_at > clock_timestamp()) < ${OPEN_HEALTH_LINKS}
    returning id`
  return row?.id
}

/** False when the patient has no such link. */
export async function endLink(sql: Sql, patientId: string, id: string): Promise<boolean> {
  const { count } = await sql`
    update health_link set ended_at = coalesce(ended_at, clock_timestamp()) where id = ${id} and patient_id = ${patientId}`
  return count > 0
}

export interface OpenLink {
  id: string
  patientId: string
  secret: LinkSecret
  passcodeHash: string | null
  locale: string
}

/** A link that may be opened now, of a patient whose account is active. */
export async function findOpenLink(sql: Sql, tokenHash: Buffer): Promise<OpenLink | undefined> {
  const rows = await sql<(Omit<OpenLink, 'secret'> & { secret: string })[]>`
    select l.id, l.patient_id as "patientId", l.secret, l.passcode_hash as "passcodeHash", a.locale
    from health_link l join patient p on p.id = l.patient_id
    left join patient h on h.id = p.holder_id
    join account a on a.id = coalesce(p.account_id, h.account_id) and a.status = 'active'
    where l.token_hash = ${tokenHash} and l.ended_at is null and l.expires_at > clock_timestamp()
      and l.wrong_codes < ${WRONG_PASSCODES} and p.deleted_at is null`
  const [link] = await decryptRows(sql, rows, { secret: 'health_link.secret' })
  return link && { ...link, secret: JSON.parse(link.secret) as LinkSecret }
}

/** Counts a passcode as wrong before it is checked, so that parallel tries count too. Undefined: no try is left. */
export async function takeTry(sql: Sql, id: string): Promise<{ remaining: number } | undefined> {
  const [row] = await sql<{ remaining: number }[]>`
    update health_link set wrong_codes = wrong_codes + 1 where id = ${id} and wrong_codes < ${WRONG_PASSCODES}
    returning ${WRONG_PASSCODES} - wrong_codes as remaining`
  return row
}

export const giveTryBack = (sql: Sql, id: string) =>
  sql`update health_link set wrong_codes = wrong_codes - 1 where id = ${id} and wrong_codes > 0`

export const insertOpening = (sql: Sql, linkId: string, recipient: string) =>
  sql`insert into health_link_opening (link_id, recipient)
    values (${linkId}, ${encryptText(sql, 'health_link_opening.recipient', recipient)})`
