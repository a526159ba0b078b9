import type { Address } from '@cuida/core/profile/address/address.ts'
import { runOnce } from 'graphile-worker'
import { newPatient, newSession } from '../access/test-people.ts'
import { jobHandlers } from '../jobs.ts'
import { workerLogger } from '../kit/jobs/worker-log.ts'
import type { TestContext } from '../testing/test-context.ts'

export async function runJobs({ env, services }: TestContext): Promise<void> {
  const { sendNotification, reportCodeUsed } = jobHandlers(services)
  await runOnce({
    connectionString: env.DATABASE_URL ?? '',
    taskList: {
      sendNotification: (payload) => sendNotification(payload as never),
      reportCodeUsed: (payload) => reportCodeUsed(payload as never),
    },
    logger: workerLogger(services.log),
    noHandleSignals: true,
  })
}

export interface Holder {
  accountId: string
  patientId: string
  phone: string
  email: string
  token: string
}

export async function newHolder(context: TestContext, { agrees = true } = {}): Promise<Holder> {
  const patient = await newPatient(context, undefined, { agrees })
  const { token } = await newSession(context, patient.accountId)
  return { ...patient, token }
}

export async function newChild({ db }: TestContext, holderId: string, dateOfBirth = '2018-04-01'): Promise<string> {
  const [row] = await db<{ id: string }[]>`
    insert into patient (holder_id, first_name, last_name, date_of_birth, sex)
    values (${holderId}, 'Leo', 'Ruiz', ${dateOfBirth}, 'Male') returning id`
  return row?.id ?? ''
}

export const MADRID_ADDRESS: Address = {
  country: 'ES',
  postalCode: '28013',
  state: 'M',
  city: 'Madrid',
  district: '',
  street: 'Calle Mayor',
  number: '12',
  comments: '2º izquierda',
}
