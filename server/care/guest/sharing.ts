import type { CallConnection, CallRole } from '@cuida/core/care/call/call-signal.ts'
import { messageConsent } from '../../brand/consent/agreements.ts'
import { findSharingConsent, insertConsent } from '../../brand/consent/consent-store.ts'
import { actionsOf } from '../../consultation/action-store.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'
import type { Services } from '../../services.ts'
import { findRunningCall } from '../call/call-store.ts'
import { createTicketCredentials } from '../call/certificate-signature.ts'
import { insertTicket } from '../call/ticket-store.ts'
import { findActiveGuest } from './guest-store.ts'

/** Message keys of the title and text that each consent event stores. */
const WORDS = {
  invited: ['care.guest.title', 'care.guest.consent'],
  asked: ['care.guest.askedTitle', 'care.guest.askedText'],
  ended: ['care.guest.title', 'care.guest.takeBack'],
  endedAtDesk: ['care.guest.title', 'care.guest.takenBack'],
} as const
type What = keyof typeof WORDS

const agree = (services: Services, what: What, locale: string) => {
  const about = { kind: 'sharing', subject: '', isGiven: !what.startsWith('ended') } as const
  return messageConsent(services, about, { locale, keys: WORDS[what] })
}

/** Returns a function that records in the consent ledger that a guest may hear the call, or no longer may. */
export async function prepareGuestConsent(
  services: Services,
  { patient }: { patient: { id: string } },
  { accountId, locale }: { accountId: string; locale: string },
) {
  const [invited, asked, ended] = await Promise.all([
    agree(services, 'invited', locale),
    agree(services, 'asked', locale),
    agree(services, 'ended', locale),
  ])
  const consentTexts = { invited, asked, ended }
  return (tx: Tx, guestId: string, what: keyof typeof consentTexts): Promise<void> =>
    insertConsent(tx, { accountId, patientId: patient.id }, { ...consentTexts[what], subject: guestId })
}

/** Ends the patient's consent in the ledger when the clinician removes the guest. */
export async function recordConsentEndedAtDesk(services: Services, tx: Tx, guestId: string): Promise<void> {
  const yes = await findSharingConsent(tx, guestId)
  if (!yes) return
  await insertConsent(tx, yes, { ...(await agree(services, 'endedAtDesk', yes.language)), subject: guestId })
}

/** A ticket for one end of a guest connection; undefined while no video call is on or no guest is invited. */
export async function issueGuestTicket(
  services: Services,
  sql: Sql,
  consultationId: string,
  participant: { role: CallRole; connection: CallConnection; subjectId: string; sessionId: string | null },
  fingerprint: string,
) {
  const call = findRunningCall(await actionsOf(sql, consultationId))
  const guestId = await findActiveGuest(sql, consultationId)
  if (call?.medium !== 'video' || !guestId) return undefined
  const { actionId } = call
  const ticket = await insertTicket(sql, { consultationId, actionId, guestId, ...participant })
  return { ...ticket, ...createTicketCredentials(services, actionId, { role: participant.role, guestId }, fingerprint) }
}
