import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { PartnerProvider } from '../../kit/content/partner.tsx'

const usePresence = vi.hoisted(() => vi.fn())
vi.mock('@cuida/ui/presence/use-presence.ts', () => ({ usePresence }))
vi.mock('../../kit/api.ts', () => ({ api: vi.fn(), session: { id: () => 's-1', onChange: vi.fn() } }))
vi.mock('../../kit/session/session.tsx', () => ({ signOut: vi.fn(), useSession: () => ({}) }))

const { SessionWatch } = await import('./SessionWatch.tsx')

test.each([
  [15, 2, 13 * 60_000, 2 * 60_000],
  [30, 5, 25 * 60_000, 5 * 60_000],
])(
  'a session of %d minutes with a warning of %d has these idle and warning times [A4.13]',
  (length, warning, idleMs, warningMs) => {
    usePresence.mockReturnValue({ presence: 'here', endsAt: 0, stay: vi.fn() })
    const config = { patientSessionLengthInMins: length, warningBeforePatientLogoutInMins: warning }
    renderToString(
      <PartnerProvider config={config as never}>
        <SessionWatch />
      </PartnerProvider>,
    )
    expect(usePresence).toHaveBeenLastCalledWith(expect.objectContaining({ idleMs, warningMs }))
  },
)
