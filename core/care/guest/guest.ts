import * as v from 'valibot'
import { type ConsultationStatus, isPast } from '../../consultation/status/status.ts'
import { Id, Moment } from '../../kit/shapes.ts'

/** Who may sit beside the two in a video call, by a link and with the patient's consent (decision 0050). */
export const GuestKind = v.picklist(['companion', 'interpreter'])
export type GuestKind = v.InferOutput<typeof GuestKind>

/**
 * `asked`: the clinician invited, and the patient has not said yes. `invited`: the link stands. `inside`: they are in the
 * call. `away`: they were in it, and the link still stands. `over`: the link opens nothing any more.
 */
export const GuestState = v.picklist(['asked', 'invited', 'inside', 'away', 'over'])
export type GuestState = v.InferOutput<typeof GuestState>

/** What patient and clinician see of an invitation: never its link, which is shown once to who made it. */
export const Guest = v.object({
  id: Id,
  kind: GuestKind,
  /** As the guest gave it, once they did; before that, as who invited them typed it. */
  name: v.string(),
  invitedBy: v.picklist(['patient', 'clinician']),
  state: GuestState,
  /** First and last moment in a call of this consultation. */
  joinedAt: v.nullable(Moment),
  leftAt: v.nullable(Moment),
})
export type Guest = v.InferOutput<typeof Guest>

/** Minutes before a booked hour from which a guest's link opens the waiting page's door. */
export const GUEST_EARLY_MINUTES = 15

interface Standing {
  status: ConsultationStatus
  /** The booked hour; null on demand. */
  startTime: Date | null
}
interface Invitation {
  consentedAt: Date | null
  endedAt: Date | null
}

/** A guest has a place in a video call only: one that is booked as such, or one that is on. */
export const mayInvite = (
  status: ConsultationStatus,
  contactMethod: 'phone' | 'video',
  medium: 'phone' | 'video' | undefined,
): boolean => (status === 'QUEUED' || status === 'ACTIVE') && (contactMethod === 'video' || medium === 'video')

/** What a link opens at this moment. `closed` is all that whoever holds a dead one ever hears. */
export function guestDoor(
  { consentedAt, endedAt }: Invitation,
  { status, startTime }: Standing,
  now: Date,
): 'closed' | 'asked' | 'early' | 'open' {
  if (endedAt || isPast(status) || status === 'PENDING') return 'closed'
  if (!consentedAt) return 'asked'
  // A call that is on is never early.
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
