import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { SessionRecord } from '../../core/access/people/people-api.ts'
import { DocumentType as IdentityDocument, Sex } from '../../core/access/people/person-kinds.ts'
import { PHOTO_TYPES } from '../../core/access/photo/photo.ts'
import { Device } from '../../core/access/session/device.ts'
import { StaffRole } from '../../core/access/team/staff-api.ts'
import { WebhookDeliveryState, WebhookProblem } from '../../core/access/webhook/webhook-api.ts'
import { ContactMethod } from '../../core/booking/cart/contact-method.ts'
import { Channel } from '../../core/brand/channel.ts'
import { ConsentKind } from '../../core/brand/consent/consent.ts'
import { type CallConnection, CallRole } from '../../core/care/call/call-signal.ts'
import { DocumentType } from '../../core/care/documents/document.ts'
import { GuestKind } from '../../core/care/guest/guest.ts'
import { IssuedDocumentKind } from '../../core/care/issued-document/issued-document.ts'
import { LetterKind } from '../../core/care/next-step/next-step-api.ts'
import { PhoneCallOutcome, PhoneCallState } from '../../core/care/phone/phone-call.ts'
import { PrescriptionState } from '../../core/care/prescription/prescription.ts'
import { EntryStatus, HistoryKind, Relative, Severity } from '../../core/care/record/history.ts'
import { TransferReason } from '../../core/care/sharing/transfer-api.ts'
import { DisputeKind, DisputeState } from '../../core/checkout/dispute/dispute.ts'
import { InvoiceState } from '../../core/checkout/invoice/invoice.ts'
import { CardType, OrderStatus } from '../../core/checkout/order/order.ts'
import type { AttemptState } from '../../core/checkout/payment/attempt.ts'
import { differenceKinds } from '../../core/checkout/reconciliation/reconciliation.ts'
import { CancelledBy, RefundReason, RefundState } from '../../core/checkout/refund/refund.ts'
import { RefundRequestState } from '../../core/checkout/refund/refund-request.ts'
import { ConsultationType } from '../../core/consultation/consultation-summary.ts'
import { LateChoice } from '../../core/consultation/late-choice.ts'
import { ActionRole } from '../../core/consultation/status/actions.ts'
import { CallFailure, CloseOutcome } from '../../core/consultation/status/closing.ts'
import { ConsultationStatus } from '../../core/consultation/status/status.ts'
import { Currency } from '../../core/kit/shapes.ts'
import { VENDORS } from '../../core/kit/vendors/vendors.ts'
import { WebhookEvent } from '../../core/kit/webhook-event.ts'
import { NotificationTopic } from '../../core/notifications/choice/notifications.ts'
import { deliveryStates } from '../../core/notifications/delivery/delivery.ts'
import { StaffChannel, StaffTopic } from '../../core/notifications/staff/staff-notifications.ts'
import { AddressKind } from '../../core/profile/address/address.ts'
import type { PendingChange } from '../../core/subscription/pending-change.ts'
import { QuestionTopic } from '../../core/support/questions/question.ts'
import type { Requester, VerificationPurpose } from '../access/code/verification-store.ts'
import type { InvitationEnd } from '../access/team/invitation-store.ts'
import type { Side } from '../care/documents/document-store.ts'
import type { EventSource } from '../checkout/order/order-store.ts'
import type { AuditEntry } from '../kit/audit.ts'
import { RETAINED } from '../kit/crypto/secrets.ts'
import { migrate } from '../kit/migration/migrate.ts'
import type { Notification } from '../notifications/notification.ts'
import { createEmptyDatabase } from './test-empty-database.ts'

type Words<Line extends string> = Line extends `${infer Word} ${infer More}` ? Word | Words<More> : Line

/** Every member of a union type, one a line: the compiler reports missing and extra ones. */
const all =
  <T extends string>() =>
  <const Lines extends string[]>(
    ...lines: [Exclude<T, Words<Lines[number]>>, Exclude<Words<Lines[number]>, T>] extends [never, never]
      ? Lines
      : [missing: Exclude<T, Words<Lines[number]>>, strange: Exclude<Words<Lines[number]>, T>]
  ): string[] =>
    lines.flatMap((line) => line.split(' '))

/** The values that the program allows in each column. */
const KNOWN: Record<string, readonly string[]> = {
  'address.kind': AddressKind.options,
  'audit.act': all<AuditEntry['act']>()(
    'search view block unblock agenda keep-time',
    'end-session end-sessions end-own-session',
    'add-passkey remove-passkey block-passkey',
    'create-promo-code disable-promo-code',
    'create-company change-company end-company',
    'make-company-links take-back-company-links',
    'read-record read-consultation write-record amend-note',
    'break-glass review-break-glass hide-document',
    'prescribe cancel-prescription answer-question route-question',
    'ask-refund approve-refund decline-refund withdraw-refund retry-refund',
    'record-dispute answer-dispute decide-dispute',
    'pause-subscription resume-subscription release-subscription',
    'release-payment resolve-task join-team renew-staff change-clinician',
    'invite-staff withdraw-invitation approve-invitation decline-invitation',
    'transfer reassign invite-guest remove-guest',
    'request-api-key approve-api-key decline-api-key issue-api-secret revoke-api-key',
    'request-webhook approve-webhook decline-webhook issue-webhook-secret verify-webhook',
    'pause-webhook resume-webhook end-webhook repeat-webhook',
  ),
  'audit.subject_kind': all<NonNullable<AuditEntry['subject']>['kind']>()(
    'patient staff clinician promo-code company record',
    'prescription order task dispute subscription document question api-key webhook',
  ),
  'call_guest.kind': GuestKind.options,
  ...each(
    ['call_participant.connection', 'call_signal.connection', 'call_ticket.connection'],
    all<CallConnection>()('main patient-guest clinician-guest'),
  ),
  ...each(['call_participant.role', 'call_signal.from_role', 'call_ticket.role'], CallRole.options),
  'care_order.cancelled_by': CancelledBy.options,
  ...each(['care_order.currency', 'subscription.currency'], Currency.options),
  'care_order.status': OrderStatus.options,
  // A letter's code is in its own row.
  'issued_document.kind': IssuedDocumentKind.options.filter((kind) => !v.is(LetterKind, kind)),
  'letter.kind': LetterKind.options,
  ...each(['cart.contact_method', 'consultation.contact_method'], ContactMethod.options),
  'clinician_photo.type': [...PHOTO_TYPES],
  ...each(['code_sent.requester', 'verification.requester'], all<Requester>()('stranger account password device')),
  'consent.kind': ConsentKind.options,
  'consultation.closed_for': CloseOutcome.options,
  ...each(['consultation.failed_for', 'consultation_action.failed_for'], CallFailure.options),
  'consultation.transfer_reason': TransferReason.options,
  'consultation.late_choice': LateChoice.options,
  'consultation.status': ConsultationStatus.options,
  'consultation.type': ConsultationType.options,
  'consultation_action.role': ActionRole.options,
  'consultation_document.side': all<Side>()('patient clinician'),
  'consultation_document.type': DocumentType.options,
  'dispute.kind': DisputeKind.options,
  'dispute.state': DisputeState.options,
  ...each(['edit_request.section', 'history_entry.kind'], HistoryKind.options),
  ...each(['failed_sign_in.device', 'session_origin.device'], Device.options),
  'history_entry.relative': Relative.options,
  'history_entry.severity': Severity.options,
  'history_entry.status': EntryStatus.options,
  ...each(['introduction.provider', 'social_identity.provider'], VENDORS.identities),
  'invoice.provider': [...VENDORS.invoicing, 'dummy'],
  'invoice.state': InvoiceState.options,
  'notification.channel': all<NonNullable<Notification['channel']>>()('sms call email'),
  'notification_settings.channels': Channel.options.filter((channel) => channel !== 'push'),
  'notification_settings.topics': NotificationTopic.options,
  'order_event.source': all<EventSource>()('app api webhook job staff'),
  'patient.document_type': IdentityDocument.options,
  'patient.sex': Sex.options,
  'payment_attempt.state': all<AttemptState>()('intended processing pending failed succeeded refunded'),
  'phone_call.outcome': PhoneCallOutcome.options,
  'phone_call.state': PhoneCallState.options,
  'prescription.provider': VENDORS.prescriptions,
  'prescription.state': PrescriptionState.options,
  'push_device.kind': ['web', ...VENDORS.apps],
  'question.topic': QuestionTopic.options,
  'reconciliation_task.kind': differenceKinds,
  'refund.reason': RefundReason.options,
  'refund.state': RefundState.options,
  'retained_key.purpose': RETAINED,
  'refund_request.state': RefundRequestState.options,
  'saved_card.provider': VENDORS.payments,
  'saved_card.card_type': CardType.options,
  'sent_message.state': deliveryStates,
  'session.end_reason': all<NonNullable<SessionRecord['endReason']>>()(
    'logout idle age forced reuse blocked password',
    'deleted staff',
  ),
  ...each(['staff.role', 'staff_invitation.role'], StaffRole.options),
  'staff_invitation.ended_as': all<InvitationEnd['is']>()('accepted withdrawn replaced declined'),
  'staff_notification_settings.topics': StaffTopic.options,
  'staff_notification_settings.channels': StaffChannel.options,
  'subscription.pending_change': all<PendingChange>()('card end stay close pause resume'),
  'undelivered_notification.channels': Channel.options,
  'webhook_delivery.state': WebhookDeliveryState.options,
  ...each(['webhook_delivery.problem', 'webhook_endpoint.problem'], WebhookProblem.options),
  'webhook_endpoint.events': WebhookEvent.options,
  'verification.purpose': all<VerificationPurpose>()('phone mfa recovery change email'),
}

/** Columns of two or three values that no type names, or that appear in a single query. */
const IN_SQL_ALONE = [
  ...['account.status', 'break_glass.verdict', 'call_guest.ended_by', 'call_guest.invited_by', 'edit_request.state'],
  ...['error_report.program', 'payment_attempt.method', 'purge_record.kind', 'reconciliation_task.state'],
  ...['referral_discount.side', 'sent_message.channel', 'slot_hold.state', 'staff.away', 'staff.status'],
  ...['subscription_event.source', 'waitlist_entry.state'],
]

function each(columns: readonly string[], values: readonly string[]): Record<string, readonly string[]> {
  return Object.fromEntries(columns.map((column) => [column, values]))
}

test('the check constraint of every column allows the values that the program knows', async () => {
  const { url, db } = await createEmptyDatabase()
  await migrate(url)
  const checks = await db<{ column: string; check: string }[]>`
    select k.conrelid::regclass || '.' || a.attname as column, pg_get_constraintdef(k.oid) as check
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'c' and cardinality(k.conkey) = 1 and k.connamespace = 'public'::regnamespace`
  const closed = checks.filter(({ check }) => / (?:= ANY|<@) \(?\(?ARRAY\['|\(\w+ = '[a-z-]+'::text\)\)$/.test(check))
  const columnChecks = closed.map(({ column, check }) => [column, wordsOf(check)] as const)
  const alone = (column: string) => IN_SQL_ALONE.includes(column)
  const known = Object.entries(KNOWN).map(([column, values]) => [column, [...values].sort()] as const)
  const byColumn = (entries: readonly (readonly [string, string[]])[]) => Object.fromEntries([...entries].sort())
  expect(byColumn(columnChecks.filter(([column]) => !alone(column)))).toEqual(byColumn(known))
  expect(
    columnChecks
      .map(([column]) => column)
      .filter(alone)
      .sort(),
  ).toEqual([...IN_SQL_ALONE].sort())
})

const wordsOf = (check: string): string[] =>
  [...check.matchAll(/'([^']+)'::text/g)].map(([_whole, value]) => value ?? '').sort()
