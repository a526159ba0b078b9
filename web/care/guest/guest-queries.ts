import type { Consultation } from '@cuida/core/care/consultation.ts'
import type { Guest } from '@cuida/core/care/guest/guest.ts'
import {
  agreeToGuest,
  createGuestLegTicket,
  inviteGuest,
  listGuests,
  removeGuest,
} from '@cuida/core/care/guest/guest-api.ts'
import { isPast } from '@cuida/core/consultation/status/status.ts'
import type { Ticket } from '@cuida/ui/call/call.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import type { Invited } from '@cuida/ui/GuestInvite/GuestInvite.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'
import { useHints } from '../../kit/content/hints.ts'
import { linkTo } from '../../platform/platform.ts'
import { pathOf } from '../../routes.ts'

const OFTEN_MS = 2_000
const SELDOM_MS = 15_000
const keyOf = (id: string) => ['consultations', 'guests', id]

export function useGuests({ id, status }: Pick<Consultation, 'id' | 'status'>) {
  useHints('consultations')
  return useQuery({
    queryKey: keyOf(id),
    queryFn: () => api(listGuests, { id }),
    refetchInterval: isPast(status) ? SELDOM_MS : OFTEN_MS,
  })
}

/** Whose invitation stands; the rest is history. */
export const standingOf = (guests: readonly Guest[] | undefined): Guest | undefined =>
  guests?.find(({ state }) => state !== 'over')

export function useGuestDeed<T>(id: string, deed: (input: T) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({ mutationFn: deed, onSettled: () => queries.invalidateQueries({ queryKey: keyOf(id) }) })
}

export const useAgree = (id: string) => useGuestDeed(id, (guestId: string) => api(agreeToGuest, { id, guestId }))
export const useRemove = (id: string) => useGuestDeed(id, (guestId: string) => api(removeGuest, { id, guestId }))

/** Answers the link, whose secret is never told again. */
export function useInvite(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (invited: Invited) => linkOf((await api(inviteGuest, { id, ...invited })).secret),
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(id) }),
  })
}

/** Behind the `#`, which no server sees and no log keeps. */
const linkOf = (secret: string) => linkTo(`${pathOf('guestCall')}#${secret}`)

/** undefined when the call or the invitation is over meanwhile; anything else that goes wrong is worth another try. */
export async function buyGuestLegTicket(
  id: string,
  fingerprint: string,
  signal: AbortSignal,
): Promise<Ticket | undefined> {
  try {
    return await api(createGuestLegTicket, { id, fingerprint }, { signal })
  } catch (error) {
    if (error instanceof CallFailed && (error.status === 409 || error.status === 404)) return undefined
    throw error
  }
}
