import { createGuestTicket, readGuestLink } from '@cuida/core/care/guest/guest-api.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { type Ticket, ticketUnlessOver } from '@cuida/ui/call/ticket.ts'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { api } from '../../kit/api.ts'
import { useQuery } from '../../kit/queries.ts'

const KEPT = 'guest'

/** Polled while the guest waits, so that the call opens by itself. An ended one is not polled. */
export const useGuestLink = (secret: string, isWaiting: boolean) =>
  useQuery(
    readGuestLink,
    { secret },
    {
      enabled: secret !== '',
      every: ({ state }) => (isWaiting && !isOver(state.error) ? POLL.every3s : false),
      retry: (failures, error) => failures < 2 && !isOver(error),
    },
  )

/** Wrong, withdrawn and ended links give the same refusal. */
export const isOver = (error: unknown): boolean => refusedWith(readGuestLink, error, 'GUEST_LINK_OVER')

export interface GuestEntry {
  /** The guest's display name. */
  name: string
  /** Identifies this page: the link admits one page at a time. */
  page: string
}

/** Survives a reload of this tab and nothing else. */
export function readGuestEntry(secret: string): GuestEntry | undefined {
  try {
    const storedEntry = JSON.parse(sessionStorage.getItem(KEPT) ?? '') as Partial<GuestEntry & { secret: string }>
    return storedEntry.secret === secret && storedEntry.name && storedEntry.page
      ? { name: storedEntry.name, page: storedEntry.page }
      : undefined
  } catch {
    return undefined
  }
}

export function saveGuestEntry(secret: string, name: string): GuestEntry {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const page = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  sessionStorage.setItem(KEPT, JSON.stringify({ secret, name, page }))
  return { name, page }
}

/** undefined: the call or the link has ended. `onInside`: another page is already in the call by the same link. */
export function buyTicket(
  request: GuestEntry & { secret: string; connection: 'patient-guest' | 'clinician-guest' },
  fingerprint: string,
  signal: AbortSignal,
  onInside: () => void,
): Promise<Ticket | undefined> {
  const ticket = api(createGuestTicket, { ...request, fingerprint }, { signal }).catch((error) => {
    if (refusedWith(createGuestTicket, error, 'GUEST_INSIDE')) onInside()
    throw error
  })
  return ticketUnlessOver(ticket)
}
