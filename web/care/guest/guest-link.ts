import { createGuestTicket, readGuestLink } from '@cuida/core/care/guest/guest-api.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { type Ticket, unlessOver } from '@cuida/ui/call/ticket.ts'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { api } from '../../kit/api.ts'
import { useQuery } from '../../kit/queries.ts'

const KEPT = 'guest'

/** Asked again while they wait: the call opens by itself. One that is over is not asked about any more. */
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

/** Wrong, taken back and over are one answer. */
export const isOver = (error: unknown): boolean => refusedWith(readGuestLink, error, 'GUEST_LINK_OVER')

export interface Entered {
  /** How they are shown. */
  name: string
  /** Names this page: the link lets one in at a time. */
  page: string
}

/** Survives a reload of this tab and nothing else. */
export function readEntered(secret: string): Entered | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? '') as Partial<Entered & { secret: string }>
    return kept.secret === secret && kept.name && kept.page ? { name: kept.name, page: kept.page } : undefined
  } catch {
    return undefined
  }
}

export function keepEntered(secret: string, name: string): Entered {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const page = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  sessionStorage.setItem(KEPT, JSON.stringify({ secret, name, page }))
  return { name, page }
}

/** undefined: there is no call, or no link, any more. `onInside`: somebody else is in by the same link. */
export function buyTicket(
  request: Entered & { secret: string; connection: 'patient-guest' | 'clinician-guest' },
  fingerprint: string,
  signal: AbortSignal,
  onInside: () => void,
): Promise<Ticket | undefined> {
  const ticket = api(createGuestTicket, { ...request, fingerprint }, { signal }).catch((error) => {
    if (refusedWith(createGuestTicket, error, 'GUEST_INSIDE')) onInside()
    throw error
  })
  return unlessOver(ticket)
}
