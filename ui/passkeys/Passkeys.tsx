import type {
  Assertion,
  Attestation,
  CreationOptions,
  OwnerProof,
  Passkey,
} from '@cuida/core/access/passkey/passkey-api.ts'
import { type ReactNode, useState, useTransition } from 'react'
import { Alert } from '../Alert/Alert.tsx'
import { Button, IconButton } from '../Button/Button.tsx'
import { CodeInput } from '../CodeInput/CodeInput.tsx'
import { CallFailed } from '../client/call-failed.ts'
import { useForm } from '../forms/use-form.ts'
import { t } from '../i18n/messages.ts'
import { List, ListRow } from '../ListRow/ListRow.tsx'
import { PasswordInput } from '../PasswordInput/PasswordInput.tsx'
import { TextInput } from '../TextInput/TextInput.tsx'
import { showToast } from '../Toast/toasts.ts'
import { canUsePasskeys, passkeyBrowser } from './can-use-passkeys.ts'
import { proofProblems, takeProof } from './owner-proof.ts'
import { PasskeySubmit } from './PasskeySubmit.tsx'
import css from './Passkeys.module.css'

/** The calls of one audience; each app has its own. */
export interface PasskeyCalls {
  start: (proof: OwnerProof) => Promise<CreationOptions>
  add: (credential: Attestation) => Promise<unknown>
  rename: (id: string, name: string) => Promise<unknown>
  remove: (id: string, proof: OwnerProof) => Promise<unknown>
  /** Asks for one of the passkeys, to confirm a change of the others. */
  prove: () => Promise<Assertion>
}

interface PasskeysProps {
  items: readonly Passkey[]
  calls: PasskeyCalls
  /** Whether a proof needs the code of the authenticator. */
  asksCode: boolean
  /** Formats a moment. */
  when: (moment: string) => string
  /** Shows a failure in the words of the app. */
  refused: (failure: unknown) => ReactNode
  /** Around a form that asks for the password, for accounts that may have none. */
  gate?: (form: ReactNode) => ReactNode
  /** Called after each change. */
  onChange: () => void
}

type Doing = { what: 'add' } | { what: 'rename' | 'remove'; passkey: Passkey }

/** The passkeys of a person: adds, renames and removes them. Shared by patients and staff. */
export function Passkeys({ items, calls, asksCode, when, refused, gate = (form) => form, onChange }: PasskeysProps) {
  const [doing, setDoing] = useState<Doing>()
  const [problem, setProblem] = useState<unknown>()
  const [isBusy, startTransition] = useTransition()
  const finish = (message: string) => {
    setDoing(undefined)
    showToast(message)
    onChange()
  }
  async function add(proof: OwnerProof): Promise<void> {
    await addPasskey(calls, proof)
    finish(t('ui.passkeys.added'))
  }
  async function remove({ id }: Passkey, proof: OwnerProof): Promise<void> {
    await calls.remove(id, proof)
    finish(t('ui.passkeys.removed'))
  }
  /** Without a proof first: a sign-in some minutes ago is one. */
  const attempt = (next: Doing, work: () => Promise<void>) =>
    startTransition(async () => {
      setProblem(undefined)
      try {
        await work()
      } catch (failure) {
        if (failure instanceof CallFailed && failure.code === 'PROOF_REQUIRED') setDoing(next)
        else if (!(await isCancelled(failure))) setProblem(failure)
      }
    })
  const cancel = () => setDoing(undefined)
  if (doing?.what === 'rename')
    return (
      <RenameForm
        passkey={doing.passkey}
        refused={refused}
        onCancel={cancel}
        onName={async (name) => {
          await calls.rename(doing.passkey.id, name)
          finish(t('ui.passkeys.renamed'))
        }}
      />
    )
  if (doing)
    return gate(
      <ProofForm
        asksCode={asksCode}
        prove={canUsePasskeys() && items.some(({ isBlocked }) => !isBlocked) ? calls.prove : undefined}
        refused={refused}
        title={
          doing.what === 'add' ? t('ui.passkeys.addLead') : t('ui.passkeys.removeLead', { name: doing.passkey.name })
        }
        action={t(`ui.passkeys.${doing.what}`)}
        isDanger={doing.what === 'remove'}
        onCancel={cancel}
        onProof={(proof) => (doing.what === 'add' ? add(proof) : remove(doing.passkey, proof))}
      />,
    )
  return (
    <div className={css.page}>
      {items.length > 0 && (
        <List label={t('ui.passkeys.title')}>
          {items.map((passkey) => (
            <ListRow
              key={passkey.id}
              icon="key"
              title={passkey.name}
              detail={<Detail passkey={passkey} when={when} />}
              aside={
                <span className={css.actions}>
                  <IconButton
                    icon="pencil"
                    label={t('ui.passkeys.renameLabel', { name: passkey.name })}
                    onClick={() => setDoing({ what: 'rename', passkey })}
                  />
                  <Button
                    fit
                    variant="quiet"
                    aria-label={t('ui.passkeys.removeLabel', { name: passkey.name })}
                    onClick={() => attempt({ what: 'remove', passkey }, () => remove(passkey, {}))}
                  >
                    {t('ui.passkeys.remove')}
                  </Button>
                </span>
              }
            />
          ))}
        </List>
      )}
      <Problem failure={problem} refused={refused} />
      <AddButton isBusy={isBusy} onAdd={() => attempt({ what: 'add' }, () => add({}))} />
    </div>
  )
}

/** Asks the server, then the device, then the server again. */
export async function addPasskey(calls: Pick<PasskeyCalls, 'start' | 'add'>, proof: OwnerProof): Promise<void> {
  const { createPasskey } = await passkeyBrowser.load()
  await calls.add(await createPasskey(await calls.start(proof)))
}

export const isCancelled = async (failure: unknown): Promise<boolean> =>
  (await passkeyBrowser.load()).isCancelled(failure)

function Detail({ passkey, when }: { passkey: Passkey; when: (moment: string) => string }) {
  const { createdAt, lastUsedAt, isBlocked } = passkey
  if (isBlocked) return <strong className={css.blocked}>{t('ui.passkeys.blocked')}</strong>
  const added = t('ui.passkeys.since', { when: when(createdAt) })
  return lastUsedAt ? `${added} · ${t('ui.passkeys.lastUsed', { when: when(lastUsedAt) })}` : added
}

function AddButton({ isBusy, onAdd }: { isBusy: boolean; onAdd: () => void }) {
  if (!canUsePasskeys()) return <p>{t('ui.passkeys.notHere')}</p>
  return (
    <Button variant="primary" busy={isBusy} onClick={onAdd}>
      {t('ui.passkeys.add')}
    </Button>
  )
}

/** A refusal of the device has no code of ours. */
function Problem({
  failure,
  refused,
  isProof,
}: {
  failure: unknown
  refused: PasskeysProps['refused']
  isProof?: boolean
}) {
  if (failure === undefined) return null
  if (failure instanceof CallFailed && (isProof || failure.code !== 'PASSKEY_REFUSED')) return refused(failure)
  const isThere = passkeyBrowser.here()?.isAddedAlready(failure)
  return <Alert tone="danger" title={t(isThere ? 'ui.passkeys.addedAlready' : 'ui.passkeys.failed')} />
}

interface ProofFormProps {
  title: string
  action: string
  isDanger: boolean
  asksCode: boolean
  prove: PasskeyCalls['prove'] | undefined
  refused: PasskeysProps['refused']
  onProof: (proof: OwnerProof) => Promise<void>
  onCancel: () => void
}

const FIELDS: Readonly<Record<string, 'password' | 'code'>> = { WRONG_PASSWORD: 'password', WRONG_CODE: 'code' }

const unasked = () => Promise.reject(new Error('No passkey was offered'))

function ProofForm({ title, action, isDanger, asksCode, prove, refused, onProof, onCancel }: ProofFormProps) {
  const asked = ({ password, code }: { password: string; code: string }) =>
    asksCode ? { password, code } : { password }
  const form = useForm({
    initial: { password: '', code: '' },
    check: (values, pressed) => proofProblems(asked(values), pressed),
    submit: async (values, pressed) => {
      const proof = await takeProof(asked(values), pressed, prove ?? unasked)
      try {
        await onProof(proof)
      } catch (failure) {
        if (await isCancelled(failure)) return
        throw withField(failure)
      }
    },
    message: (field, code) => t(`ui.passkeys.${field}.${code}`),
  })
  return (
    <form {...form.props} className={css.page}>
      <p>{title}</p>
      <Problem isProof failure={form.failure} refused={refused} />
      <PasswordInput label={t('ui.passkeys.password')} autoComplete="current-password" {...form.field('password')} />
      {asksCode && <CodeInput label={t('ui.passkeys.code')} {...form.field('code')} />}
      <Button type="submit" variant={isDanger ? 'danger' : 'primary'} busy={form.busy}>
        {action}
      </Button>
      {prove && <PasskeySubmit />}
      <Button variant="quiet" onClick={onCancel}>
        {t('ui.passkeys.cancel')}
      </Button>
    </form>
  )
}

function withField(failure: unknown): unknown {
  const field = failure instanceof CallFailed ? FIELDS[failure.code] : undefined
  if (!field || !(failure instanceof CallFailed)) return failure
  return new CallFailed(failure.status, failure.traceId, { ...failure.data, fields: { [field]: failure.code } })
}

interface RenameFormProps {
  passkey: Passkey
  refused: PasskeysProps['refused']
  onName: (name: string) => Promise<void>
  onCancel: () => void
}

function RenameForm({ passkey, refused, onName, onCancel }: RenameFormProps) {
  const form = useForm({
    initial: { name: passkey.name },
    check: ({ name }) => ({ name: name.trim() ? undefined : 'REQUIRED' }),
    submit: ({ name }) => onName(name.trim()),
    message: () => t('ui.passkeys.name.REQUIRED'),
  })
  return (
    <form {...form.props} className={css.page}>
      {form.failure !== undefined && refused(form.failure)}
      <TextInput label={t('ui.passkeys.name')} maxLength={60} autoComplete="off" {...form.field('name')} />
      <Button type="submit" variant="primary" busy={form.busy}>
        {t('ui.passkeys.save')}
      </Button>
      <Button variant="quiet" onClick={onCancel}>
        {t('ui.passkeys.cancel')}
      </Button>
    </form>
  )
}
