import { randomUUID } from 'node:crypto'
import { staffLogin, staffTotp } from '@cuida/core/access/team/staff-api.ts'
import {
  type ClinicianProfile,
  inviteColleague,
  joinTeam,
  openInvitation,
  renewColleague,
} from '@cuida/core/access/team/team-api.ts'
import { Secret, TOTP } from 'otpauth'
import type { TestClinician } from '../../care/test-people.ts'
import type { World } from '../../testing/test-world.ts'
import { by, REASON } from '../people/test-managers.ts'
import { newSource, outboxOf, PASSWORD, runJobs } from '../test-people.ts'

export const newEmail = () => `colleague-${randomUUID()}@vidaligera.example`

export async function profileIn({ services }: World): Promise<ClinicianProfile> {
  const products = services.content.products('en') as { id: string; scheduled: boolean; active: boolean }[]
  return {
    name: 'Dra. Elena Prados',
    registrationNumber: '28/99999',
    specialty: { es: 'Nutrición', en: '' },
    bio: { es: 'Diez años de consulta.' },
    experience: { es: ['Hospital del Norte'] },
    studies: {},
    languages: ['es', 'en'],
    timeZone: 'Europe/Madrid',
    bufferMinutes: 5,
    products: products
      .filter(({ scheduled }) => scheduled)
      .map(({ id }) => id)
      .slice(0, 1),
  }
}

type Tell = Pick<World, 'tell'>

/** What a manager and a colleague do, in a word each. */
export const teamOf = (world: World, manager: TestClinician) => {
  const inviting = (email: string, more: { profile?: ClinicianProfile } = {}, at: Tell = world, who = manager) => {
    const role = more.profile ? ('clinician' as const) : ('clinical-manager' as const)
    return at.tell(inviteColleague, { name: 'Elena Prados', email, role, ...more }, by(who))
  }
  return {
    inviting,
    renewing: (id: string, who = manager) => world.tell(renewColleague, { id, reason: REASON }, by(who)),
    open: (secret: string, from = newSource()) => world.tell(openInvitation, { secret }, { from }),
    join: (secret: string, code: string, { password = PASSWORD, at = world as Tell, from = newSource() } = {}) =>
      at.tell(joinTeam, { secret, password, code }, { from }),
    /** The e-mail's secret, as their mailbox has it. */
    async secretFor(email: string): Promise<string> {
      await runJobs(world)
      const [message] = await outboxOf(world, email)
      return message?.text.match(/\/desk\/join#([\w-]{43})\s/)?.[1] ?? ''
    },
    /** Invited, with the e-mail read: the secret. */
    async invited(profile?: ClinicianProfile) {
      const email = newEmail()
      const { body } = await inviting(email, profile ? { profile } : {})
      const secret = await this.secretFor(email)
      return { id: body.id, email, secret, key: (await this.open(secret)).body.key }
    },
  }
}

export const codeOf = (key: string, seconds = 0) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + seconds * 1_000 })

/** Through the desk's door: the access token, or what was refused. */
export async function signInAtDesk(world: World, email: string, code: string, password = PASSWORD) {
  const first = await world.tell(staffLogin, { email, password }, { from: newSource() })
  if (first.status !== 200) return first.body.code ?? ''
  const { body } = await world.tell(staffTotp, { code }, { token: first.body.accessToken })
  return body.accessToken ?? body.code ?? ''
}
