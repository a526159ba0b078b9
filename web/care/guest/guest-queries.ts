import type { Consultation } from '@cuida/core/care/consultation.ts'
import type { Guest } from '@cuida/core/care/guest/guest.ts'
import {
  agreeToGuest,
  createGuestConnectionTicket,
  inviteGuest,
  listGuests,
  removeGuest,
} from '@cuida/core/care/guest/guest-api.ts'
import { isPast } from '@cuida/core/consultation/status/status.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { type Ticket, ticketUnlessOver } from '@cuida/ui/call/ticket.ts'
import { callKey } from '@cuida/ui/client/queries/query-key.ts'
import type { GuestInput } from '@cuida/ui/GuestInvite/GuestInvite.tsx'
import { api } from '../../kit/api.ts'
import { useChangeEvents } from '../../kit/content/change-events.ts'
import { useMutation } from '../../kit/mutations.ts'
import { useQuery } from '../../kit/queries.ts'
import { linkTo } from '../../platform/platform.ts'
import { pathOf } from '../../routes.ts'
import { CONSULTATION_QUERIES } from '../queries.ts'

export function useGuests({ id, status }: Pick<Consultation, 'id' | 'status'>) {
  useChangeEvents(CONSULTATION_QUERIES)
  return useQuery(listGuests, { id }, { every: isPast(status) ? POLL.every15s : POLL.every2s })
}

/** The guest whose invitation is open; the others are history. */
export const findInvitedGuest = (guests: readonly Guest[] | undefined): Guest | undefined =>
  guests?.find(({ state }) => state !== 'over')

const useGuestMutation = <T, R>(id: string, act: (input: T) => Promise<R>) =>
  useMutation(act, { stale: [callKey(listGuests, { id })] })

export const useAgree = (id: string) => useGuestMutation(id, (guestId: string) => api(agreeToGuest, { id, guestId }))
export const useRemove = (id: string) => useGuestMutation(id, (guestId: string) => api(removeGuest, { id, guestId }))

/** Returns the link, whose secret is shown only once. */
export const useInvite = (id: string) =>
  useGuestMutation(id, async (invited: GuestInput) => linkOf((await api(inviteGuest, { id, ...invited })).secret))

/** The fragment reaches no server and no log. */
const linkOf = (secret: string) => linkTo(`${pathOf('guestCall')}#${secret}`)

export const buyGuestConnectionTicket = (
  id: string,
  fingerprint: string,
  signal: AbortSignal,
): Promise<Ticket | undefined> => ticketUnlessOver(api(createGuestConnectionTicket, { id, fingerprint }, { signal }))
