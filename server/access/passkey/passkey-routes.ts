import {
  type Attestation,
  addDeskPasskey,
  addPasskey,
  MAX_PASSKEYS,
  myDeskPasskeys,
  myPasskeys,
  type Passkey,
  removeDeskPasskey,
  removePasskey,
  renameDeskPasskey,
  renamePasskey,
  signInStaffWithPasskey,
  signInWithPasskey,
  startDeskPasskey,
  startPasskey,
  startPasskeySignIn,
  startStaffPasskeySignIn,
} from '@cuida/core/access/passkey/passkey-api.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { audit } from '../../kit/audit.ts'
import type { Tx } from '../../kit/db/db.ts'
import { Unauthorized } from '../../kit/http/refusal.ts'
import { serve } from '../../kit/http/serve.ts'
import type { Services } from '../../services.ts'
import { findAccount } from '../account-store.ts'
import { enqueueSecurityNotice } from '../notifications.ts'
import type { Owner } from '../session/session-store.ts'
import { clientOf } from '../session/token-delivery.ts'
import { enter } from '../sign-in/login-routes.ts'
import { enterDesk } from '../sign-in/staff-sign-in.ts'
import { findStaff } from '../staff-store.ts'
import { creationOptions, type PasskeyAudience, requestOptions, verifyAttestation } from './passkey.ts'
import {
  deletePasskey,
  findCredentials,
  insertPasskey,
  listPasskeys,
  lockOwner,
  setPasskeyName,
} from './passkey-store.ts'
import { idOf, provenOwner } from './proven-owner.ts'
import { patientProofProblem, staffProofProblem } from './security-proof.ts'

/** Passkeys of patients and of staff: sign-in, and the list that their owner keeps (decision 0204). */
export function passkeyRoutes(app: FastifyInstance, services: Services): void {
  patientRoutes(app, services)
  deskRoutes(app, services)
}

function patientRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services

  serve(app, services, startPasskeySignIn, async () => requestOptions(services, 'patient'))

  serve(app, services, signInWithPasskey, async ({ credential }, { request, reply, refuse }) => {
    const owner = await provenOwner(services, request, 'patient', credential)
    if (!owner || !('accountId' in owner)) return refuse('PASSKEY_REFUSED')
    return enter(services, owner.accountId, 'DONE', { request, reply, refuse })
  })

  serve(app, services, myPasskeys, async (_, { caller: { accountId } }) => ({
    items: await listPasskeys(db, { accountId }),
  }))

  serve(app, services, startPasskey, async (proof, { caller, request, refuse }) => {
    const problem = await patientProofProblem(services, request, caller, proof)
    if (problem) return refuse(problem)
    const account = await findAccount(db, caller.accountId)
    if (!account) throw new Unauthorized()
    const credentials = await findCredentials(db, caller)
    if (credentials.length >= MAX_PASSKEYS) return refuse('TOO_MANY_PASSKEYS')
    const { id, phone } = account
    return creationOptions(services, 'patient', { id, name: phone, displayName: phone, credentials })
  })

  serve(app, services, addPasskey, async (input, { caller: { accountId }, request, refuse }) => {
    const added = await add(services, request, { accountId }, input)
    return typeof added === 'string' ? refuse(added) : added
  })

  serve(app, services, renamePasskey, async ({ id, name }, { caller: { accountId }, refuse }) =>
    (await setPasskeyName(db, { accountId }, id, name)) ? null : refuse('PASSKEY_NOT_FOUND'),
  )

  serve(app, services, removePasskey, async ({ id, ...proof }, { caller, request, refuse }) => {
    const problem = await patientProofProblem(services, request, caller, proof)
    if (problem) return refuse(problem)
    return (await remove(services, { accountId: caller.accountId }, id)) ? null : refuse('PASSKEY_NOT_FOUND')
  })
}

function deskRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services

  serve(app, services, startStaffPasskeySignIn, async () => requestOptions(services, 'desk'))

  serve(app, services, signInStaffWithPasskey, async ({ credential, staffId }, { request, reply, refuse }) => {
    const owner = await provenOwner(services, request, 'desk', credential)
    const isWanted = owner && 'staffId' in owner && (staffId === undefined || owner.staffId === staffId)
    const staff = isWanted ? await findStaff(db, owner.staffId) : undefined
    return staff ? enterDesk(services, staff, { request, reply, refuse }) : refuse('PASSKEY_REFUSED')
  })

  serve(app, services, myDeskPasskeys, async (_, { caller: { staffId } }) => ({
    items: await listPasskeys(db, { staffId }),
  }))

  serve(app, services, startDeskPasskey, async (proof, { caller, request, refuse }) => {
    const problem = await staffProofProblem(services, request, caller, proof)
    if (problem) return refuse(problem)
    const staff = await findStaff(db, caller.staffId)
    if (!staff) throw new Unauthorized()
    const credentials = await findCredentials(db, { staffId: staff.id })
    if (credentials.length >= MAX_PASSKEYS) return refuse('TOO_MANY_PASSKEYS')
    const { id, email, name } = staff
    return creationOptions(services, 'desk', { id, name: email, displayName: name, credentials })
  })

  serve(app, services, addDeskPasskey, async (input, { caller: { staffId }, request, refuse }) => {
    const added = await add(services, request, { staffId }, input)
    return typeof added === 'string' ? refuse(added) : added
  })

  serve(app, services, renameDeskPasskey, async ({ id, name }, { caller: { staffId }, refuse }) =>
    (await setPasskeyName(db, { staffId }, id, name)) ? null : refuse('PASSKEY_NOT_FOUND'),
  )

  serve(app, services, removeDeskPasskey, async ({ id, ...proof }, { caller, request, refuse }) => {
    const problem = await staffProofProblem(services, request, caller, proof)
    if (problem) return refuse(problem)
    return (await remove(services, { staffId: caller.staffId }, id)) ? null : refuse('PASSKEY_NOT_FOUND')
  })
}

const audienceOf = (owner: Owner): PasskeyAudience => ('accountId' in owner ? 'patient' : 'desk')

async function add(
  services: Services,
  request: FastifyRequest,
  owner: Owner,
  { credential, name }: { credential: Attestation; name?: string | undefined },
): Promise<Passkey | 'PASSKEY_REFUSED' | 'TOO_MANY_PASSKEYS'> {
  const { db } = services
  const credentials = await findCredentials(db, owner)
  const verified = await verifyAttestation(services, audienceOf(owner), {
    owner: { id: idOf(owner), credentials },
    credential,
  })
  if (!verified) return 'PASSKEY_REFUSED'
  const passkey = { ...verified, name: name ?? clientOf(request).device ?? services.config.partnerName.slice(0, 60) }
  return db.begin(async (tx) => {
    await lockOwner(tx, owner)
    const before = await listPasskeys(tx, owner)
    if (before.length >= MAX_PASSKEYS) return 'TOO_MANY_PASSKEYS'
    const id = await insertPasskey(tx, owner, passkey)
    if (!id) return 'PASSKEY_REFUSED'
    await announce(services, tx, owner, { act: 'add-passkey', notice: 'passkeyOn', id })
    const added = (await listPasskeys(tx, owner)).find((each) => each.id === id)
    return added ?? 'PASSKEY_REFUSED'
  })
}

const remove = (services: Services, owner: Owner, id: string): Promise<boolean> =>
  services.db.begin(async (tx) => {
    if (!(await deletePasskey(tx, owner, id))) return false
    await announce(services, tx, owner, { act: 'remove-passkey', notice: 'passkeyOff', id })
    return true
  })

async function announce(
  { secrets }: Services,
  tx: Tx,
  owner: Owner,
  { act, notice, id }: { act: 'add-passkey' | 'remove-passkey'; notice: 'passkeyOn' | 'passkeyOff'; id: string },
): Promise<void> {
  if ('accountId' in owner) await enqueueSecurityNotice(tx, owner.accountId, notice)
  else await audit(tx, secrets, { staffId: owner.staffId, act, detail: { passkey: id } })
}
