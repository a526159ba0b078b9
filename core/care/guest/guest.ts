import * as v from 'valibot'
import { type ConsultationStatus, isPast } from '../../consultation/status/status.ts'
import { Id, Moment } from '../../kit/shapes.ts'

/** A third participant of a video call, who joins by a link and with the patient's consent (decision 0050). */
export const GuestKind = v.picklist(['companion', 'interpreter'])
export type GuestKind = v.InferOutput<typeof GuestKind>

/**
 * `asked`: the clinician invited, and the patient has not consented yet. `invited`: the link is active. `inside`: the
 * guest is in the call. `away`: the guest left, and the link is still active. `over`: the link is dead.
 */
export const GuestState = v.picklist(['asked', 'invited', 'inside', 'away', 'over'])
export type GuestState = v.InferOutput<typeof GuestState>

/** An invitation as patient and clinician see it, without its link, which only the inviter sees, once. */
export const Guest = v.object({
  id: Id,
  kind: GuestKind,
  /** The guest's own choice; until they joined, the name that the inviter typed. */
  name: v.string(),
  invitedBy: v.picklist(['patient', 'clinician']),
  state: GuestState,
  /** First and last moment of the guest in a call of this consultation. */
  joinedAt: v.nullable(Moment),
  leftAt: v.nullable(Moment),
})
export type Guest = v.InferOutput<typeof Guest>

/** Minutes before an appointment from which a guest's link opens the waiting page. */
export const GUEST_EARLY_MINUTES = 15

interface Standing {
  status: ConsultationStatus
  /** Start of the appointment; null on demand. */
  startTime: Date | null
}
interface Invitation {
  consentedAt: Date | null
  endedAt: Date | null
}

/** Guests join video calls only: the consultation is booked as video, or is on video now. */
export const mayInvite = (
  status: ConsultationStatus,
  contactMethod: 'phone' | 'video',
  medium: 'phone' | 'video' | undefined,
): boolean => (status === 'QUEUED' || status === 'ACTIVE') && (contactMethod === 'video' || medium === 'video')

/** What a link opens now. `closed` gives no reason, so that the holder of a dead link learns nothing. */
export function guestLinkState(
  { consentedAt, endedAt }: Invitation,
  { status, startTime }: Standing,
  now: Date,
): 'closed' | 'asked' | 'early' | 'open' {
  if (endedAt || isPast(status) || status === 'PENDING') return 'closed'
  if (!consentedAt) return 'asked'
  // A call that is on is never too early.
  const opensAt = startTime && status === 'QUEUED' ? startTime.getTime() - GUEST_EARLY_MINUTES * 60_000 : 0
  return now.getTime() < opensAt ? 'early' : 'open'
}

export function guestState(
  invitation: Invitation & { joinedAt: Date | null; isInside: boolean },
  status: ConsultationStatus,
): GuestState {
  if (invitation.endedAt || isPast(status)) return 'over'
  if (!invitation.consentedAt) return 'asked'
  if (invitation.isInside) return 'inside'
  return invitation.joinedAt ? 'away' : 'invited'
}
