import { randomUUID } from 'node:crypto'
import { staffLogin, verifyStaffTotp } from '@cuida/core/access/team/staff-api.ts'
import {
  type ClinicianProfile,
  inviteColleague,
  joinTeam,
  openInvitation,
  renewColleague,
} from '@cuida/core/access/team/team-api.ts'
import { Secret, TOTP } from 'otpauth'
import type { TestClinician } from '../../care/test-people.ts'
import type { TestContext } from '../../testing/test-context.ts'
import { ACTION_REASON, tokenOf } from '../people/test-managers.ts'
import { newClientAddress, PASSWORD, readOutbox, runJobs } from '../test-people.ts'

export const newEmail = () => `colleague-${randomUUID()}@vidaligera.example`

export async function clinicianProfileFor({ services }: TestContext): Promise<ClinicianProfile> {
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

type SendCall = Pick<TestContext, 'sendCall'>

export const createTeamActions = (context: TestContext, manager: TestClinician) => {
  const inviting = (
    email: string,
    more: { profile?: ClinicianProfile } = {},
    at: SendCall = context,
    staff = manager,
  ) => {
    const role = more.profile ? ('clinician' as const) : ('clinical-manager' as const)
    return at.sendCall(inviteColleague, { name: 'Elena Prados', email, role, ...more }, tokenOf(staff))
  }
  return {
    inviting,
    renewing: (id: string, staff = manager) =>
      context.sendCall(renewColleague, { id, reason: ACTION_REASON }, tokenOf(staff)),
    open: (secret: string, from = newClientAddress()) => context.sendCall(openInvitation, { secret }, { from }),
    join: (
      secret: string,
      code: string,
      { password = PASSWORD, at = context as SendCall, from = newClientAddress() } = {},
    ) => at.sendCall(joinTeam, { secret, password, code }, { from }),
    async secretFor(email: string): Promise<string> {
      await runJobs(context)
      const [message] = await readOutbox(context, email)
      return message?.text.match(/\/desk\/join#([\w-]{43})\s/)?.[1] ?? ''
    },
    async invited(profile?: ClinicianProfile) {
      const email = newEmail()
      const { body } = await inviting(email, profile ? { profile } : {})
      const secret = await this.secretFor(email)
      return { id: body.id, email, secret, key: (await this.open(secret)).body.key }
    },
  }
}

export const totpCodeOf = (key: string, seconds = 0) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + seconds * 1_000 })

export async function signInAtDesk(context: TestContext, email: string, code: string, password = PASSWORD) {
  const first = await context.sendCall(staffLogin, { email, password }, { from: newClientAddress() })
  if (first.status !== 200) return first.body.code ?? ''
  const { body } = await context.sendCall(verifyStaffTotp, { code }, { token: first.body.accessToken })
  return body.accessToken ?? body.code ?? ''
}
