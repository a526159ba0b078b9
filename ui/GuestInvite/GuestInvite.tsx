import type { GuestKind } from '@cuida/core/care/guest/guest.ts'
import { type ReactNode, useState } from 'react'
import { Alert } from '../Alert/Alert.tsx'
import { Button } from '../Button/Button.tsx'
import { Dialog } from '../Dialog/Dialog.tsx'
import { FormDialog } from '../FormDialog/FormDialog.tsx'
import { useDialogForm } from '../FormDialog/use-dialog-form.ts'
import { t } from '../i18n/messages.ts'
import { RadioGroup } from '../RadioGroup/RadioGroup.tsx'
import { TextInput } from '../TextInput/TextInput.tsx'
import css from './GuestInvite.module.css'

export interface GuestInput {
  kind: GuestKind
  name: string
}

interface GuestInviteProps {
  /** What the presence of a guest means; the inviting person reads it first. */
  consent: string
  /** The text that is shared together with the link. */
  message: string
  /** The link once it is created; it is shown only once. */
  link: string | undefined
  onInvite: (invited: GuestInput) => Promise<unknown>
  refused: (failure: unknown) => ReactNode
  onClose: () => void
}

/** Invites a third person into a video call: first the person's details, then the link to share. */
export function GuestInvite({ consent, message, link, onInvite, refused, onClose }: GuestInviteProps) {
  const form = useDialogForm<{ kind: GuestKind | ''; name: string }>({
    initial: { kind: '', name: '' },
    check: ({ kind, name }) => ({ kind: kind ? undefined : 'REQUIRED', name: name.trim() ? undefined : 'REQUIRED' }),
    submit: async ({ kind, name }) => kind && onInvite({ kind, name: name.trim() }),
    message: (field, problem) => t(`ui.guest.${field}.${problem}`),
    // The dialog stays open: the link is shown only once.
    done: () => false,
    onClose,
  })
  if (link)
    return (
      <Dialog open title={t('ui.guest.shareTitle')} onClose={onClose}>
        <Share link={link} message={message} onClose={onClose} />
      </Dialog>
    )
  return (
    <FormDialog form={form} title={t('ui.guest.title')} act={t('ui.guest.make')} refused={refused}>
      <RadioGroup
        label={t('ui.guest.kind')}
        options={(['companion', 'interpreter'] as const).map((value) => ({
          value,
          label: t(`ui.guest.kind.${value}`),
          detail: t(`ui.guest.kind.${value}.detail`),
        }))}
        {...form.field('kind')}
      />
      <TextInput label={t('ui.guest.name')} maxLength={60} autoComplete="off" {...form.field('name')} />
      <p>{consent}</p>
    </FormDialog>
  )
}

/** Opens the system share sheet where there is one, and always shows the link. Nothing is sent before a press. */
function Share({ link, message, onClose }: { link: string; message: string; onClose: () => void }) {
  const [copied, setCopied] = useState<boolean>()
  const copy = () => {
    const clipboardWrite =
      navigator.clipboard?.writeText(link) ?? Promise.reject(new Error('the browser has no clipboard API'))
    clipboardWrite.then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  // Closing the system share sheet is not an error.
  const share = () => void navigator.share({ text: message, url: link }).catch(() => {})
  return (
    <div className={css.form}>
      <p>{t('ui.guest.shareText')}</p>
      <p className={css.link} translate="no" data-guest-link>
        {link}
      </p>
      {copied === false && <Alert tone="warning" title={t('ui.guest.copyFailed')} />}
      {'share' in navigator && (
        <Button variant="primary" icon="upload" onClick={share}>
          {t('ui.guest.share')}
        </Button>
      )}
      <Button
        variant={'share' in navigator ? 'secondary' : 'primary'}
        icon="copy"
        done={copied === true}
        onClick={copy}
      >
        {t(copied ? 'ui.guest.copied' : 'ui.guest.copy')}
      </Button>
      <Button variant="quiet" onClick={onClose}>
        {t('ui.guest.done')}
      </Button>
    </div>
  )
}
