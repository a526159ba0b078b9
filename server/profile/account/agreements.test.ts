import { createHash } from 'node:crypto'
import {
  agreeToDocument,
  getAgreedText,
  getAgreements,
  getDueAgreements,
  putCookieChoice,
} from '@cuida/core/brand/consent/consent-api.ts'
import type { PolicyDocument, PolicySlug } from '@cuida/core/brand/consent/policy.ts'
import { putNotifications } from '@cuida/core/notifications/choice/notifications-api.ts'
import { exportPatient } from '@cuida/core/profile/account/account-api.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { PASSWORD } from '../../access/test-people.ts'
import { bookingConsents } from '../../brand/consent/agreements.ts'
import { insertConsents } from '../../brand/consent/consent-store.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { type Holder, newChild, newHolder } from '../test-account.ts'

const context = await createTestContext()
afterEach(() => vi.restoreAllMocks())

/** A holder who agreed to the current documents, in Spanish. */
const whoAgreed = (): Promise<Holder> => newHolder(context)
const newcomer = (): Promise<Holder> => newHolder(context, { agrees: false })

function changeText(slug: PolicySlug, content: string, updatedOn = '2027-01-15'): void {
  const real = context.services.content.policyDocument
  vi.spyOn(context.services.content, 'policyDocument').mockImplementation((requestedSlug, locale) => {
    const document = real(requestedSlug, locale)
    if (requestedSlug !== slug || !document) return document
    const section = [{ id: '99', title: 'New', content: `${content} (${locale})` }]
    return { ...document, updatedOn, section }
  })
}

const dueOf = async ({ token }: Holder, locale = 'es') =>
  (await context.sendCall(getDueAgreements, {}, { token, headers: { 'x-locale': locale } })).body.due
const ledgerOf = async ({ token }: Holder) => (await context.sendCall(getAgreements, {}, { token })).body.items

describe('a changed document', () => {
  test('the document is due again, once, for holders who agreed to its earlier text', async () => {
    const holder = await whoAgreed()
    expect(await dueOf(holder)).toEqual([])
    changeText('privacy-policy', 'We keep less now')
    const [due, ...others] = await dueOf(holder)
    expect(others).toEqual([])
    expect(due).toMatchObject({ slug: 'privacy-policy', updatedOn: '2027-01-15', title: expect.stringMatching(/\w/) })
    const { token } = holder
    const yes = { slug: 'privacy-policy' as const, textId: due?.textId ?? '' }
    const agreed = await context.sendCall(agreeToDocument, yes, { token, headers: { 'x-locale': 'es' } })
    expect(agreed.status).toBe(204)
    expect(await dueOf(holder)).toEqual([])
    expect((await ledgerOf(holder)).map(({ subject, version, stands }) => [subject, version, stands])).toEqual([
      ['privacy-policy', '2027-01-15', true],
      ['privacy-policy', expect.not.stringMatching('2027'), false],
      ['terms-and-conditions', expect.any(String), true],
    ])
  })

  test('an agreement in one language counts in all', async () => {
    const holder = await whoAgreed()
    expect(await dueOf(holder, 'en')).toEqual([])
  })

  test('another date or id from the content service makes no new document', async () => {
    const holder = await whoAgreed()
    const real = context.services.content.policyDocument
    vi.spyOn(context.services.content, 'policyDocument').mockImplementation((slug, locale) => {
      const document = real(slug, locale)
      const section = document?.section.map((part, at) => ({ ...part, id: String(1000 + at) })) ?? []
      return document && { ...document, updatedOn: '2027-02-01', section }
    })
    expect(await dueOf(holder)).toEqual([])
  })

  test('a document that changed again meanwhile is shown before it can be agreed to', async () => {
    const holder = await whoAgreed()
    changeText('privacy-policy', 'First')
    const [due] = await dueOf(holder)
    vi.restoreAllMocks()
    changeText('privacy-policy', 'Second')
    const yes = { slug: 'privacy-policy' as const, textId: due?.textId ?? '' }
    const result = await context.sendCall(agreeToDocument, yes, { token: holder.token })
    expect(result).toMatchObject({ status: 409, body: { code: 'TEXT_CHANGED' } })
  })

  test('the document is due together with the other one for an account that has agreed to none', async () => {
    expect((await dueOf(await newcomer())).map(({ slug }) => slug)).toEqual(['terms-and-conditions', 'privacy-policy'])
  })
})

describe('texts of past agreements', () => {
  test('the agreed text can be read by those who agreed and nobody else', async () => {
    const holder = await whoAgreed()
    const other = await newcomer()
    const [item] = await ledgerOf(holder)
    const textId = item?.textId ?? ''
    changeText('privacy-policy', 'Something else')
    changeText('terms-and-conditions', 'Something else')
    const { body } = await context.sendCall(getAgreedText, { textId }, { token: holder.token })
    expect(body.section.length).toBeGreaterThan(1)
    expect(JSON.stringify(body)).not.toContain('Something else')
    const foreign = await context.sendCall(getAgreedText, { textId }, { token: other.token })
    expect([foreign.status, foreign.body.code]).toEqual([404, 'TEXT_NOT_FOUND'])
  })

  test('a text that the content no longer has is shown as unknown until it is found again', async () => {
    const holder = await newcomer()
    const document = context.services.content.policyDocument('privacy-policy', 'es') as PolicyDocument
    const known = createHash('sha256').update(JSON.stringify(document)).digest('hex')
    const oldHash = createHash('sha256').update('of another day').digest('hex')
    await context.db`insert into consent_text (hash) values (${known}), (${oldHash}) on conflict do nothing`
    await context.db`
      insert into consent (patient_id, account_id, kind, subject, given, text_hash, at)
      select ${holder.patientId}, ${holder.accountId}, 'document', each.subject, true, each.hash, '2026-01-01'
      from (values ('privacy-policy', ${known}), ('terms-and-conditions', ${oldHash})) as each(subject, hash)`
    expect((await dueOf(holder)).map(({ slug }) => slug)).toEqual(['terms-and-conditions'])
    const items = await ledgerOf(holder)
    const of = (slug: string) => items.find(({ subject }) => subject === slug)
    expect(of('terms-and-conditions')).toMatchObject({ title: null, textId: null })
    expect(of('privacy-policy')).toMatchObject({ title: document.title, textId: known })
  })
})

describe('the consent record', () => {
  test('the record names who agreed for whom: a child’s entries are among the holder’s, under the child’s name', async () => {
    const holder = await newcomer()
    const patientId = await newChild(context, holder.patientId)
    const agreed = await bookingConsents(context.services, 'es')
    await context.db.begin((tx) => insertConsents(tx, { ...holder, patientId }, agreed))
    expect(await ledgerOf(holder)).toMatchObject([
      { kind: 'telemedicine', subject: 'terms-of-service', firstName: 'Leo', isOwn: false, stands: true },
    ])
  })

  test('the record holds cookie choices: each yes with its text, a withdrawal, and no row for a first no', async () => {
    const holder = await newcomer()
    const { token } = holder
    const choose = (groups: ('C0002' | 'C0003' | 'C0004')[]) =>
      context.sendCall(putCookieChoice, { groups }, { token, headers: { 'x-locale': 'en' } })
    await choose([])
    expect(await ledgerOf(holder)).toEqual([])
    for (const groups of [['C0002', 'C0004'], ['C0002', 'C0004'], ['C0002']] as const) await choose([...groups])
    expect(await ledgerOf(holder)).toMatchObject([
      { kind: 'analytics', subject: 'C0004', isGiven: false, stands: false, title: 'Marketing', language: 'en' },
      { subject: 'C0004', isGiven: true, stands: false },
      { subject: 'C0002', isGiven: true, stands: true, title: 'Performance' },
    ])
  })

  test('the record holds the WhatsApp consent, from the page where it is given', async () => {
    const holder = await newcomer()
    const choose = (channels: ('email' | 'whatsapp')[]) =>
      context.sendCall(
        putNotifications,
        { channels, topics: [], quiet: null, timeZone: 'Europe/Madrid' },
        { token: holder.token },
      )
    await choose(['email'])
    await choose(['email', 'whatsapp'])
    await choose(['email'])
    expect((await ledgerOf(holder)).map(({ kind, isGiven }) => [kind, isGiven])).toEqual([
      ['whatsapp', false],
      ['whatsapp', true],
    ])
  })

  test('the record’s rows and texts cannot be changed', async () => {
    const { patientId } = await whoAgreed()
    const refused = /append-only/
    await expect(context.db`update consent set given = false where patient_id = ${patientId}`).rejects.toThrow(refused)
    await expect(context.db`delete from consent where patient_id = ${patientId}`).rejects.toThrow(refused)
    await expect(context.db`update consent_text set body = null`).rejects.toThrow(refused)
    await expect(context.db`delete from consent_text`).rejects.toThrow(refused)
    const other = context.db`insert into consent_text (hash, body) values (${'0'.repeat(64)}, 'words of another name')`
    await expect(other).rejects.toThrow(/named_by_its_digest/)
  })

  test('the record is in the data export, texts included, without the writer’s account', async () => {
    const { patientId: id, accountId, token } = await whoAgreed()
    const { body } = await context.sendCall(exportPatient, { id, password: PASSWORD }, { token })
    expect(body.consents).toHaveLength(2)
    expect(body.consents[0]).toMatchObject({ kind: 'document', given: true, text: { section: expect.any(Array) } })
    expect(JSON.stringify(body.consents)).not.toContain(accountId)
  })
})
