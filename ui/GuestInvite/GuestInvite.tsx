import type { GuestKind } from '@cuida/core/care/guest/guest.ts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Alert } from '../Alert/Alert.tsx'
import { Button } from '../Button/Button.tsx'
import { Dialog } from '../Dialog/Dialog.tsx'
import { RadioGroup } from '../RadioGroup/RadioGroup.tsx'
import { TextInput } from '../TextInput/TextInput.tsx'
import { t } from '../words/words.ts'
import css from './GuestInvite.module.css'

export interface Invited {
  kind: GuestKind
  name: string
}

interface GuestInviteProps {
  /** What it means that somebody else is there: who invites reads it before they do. */
  consent: string
  /** Goes with the link where it is shared. */
  message: string
  /** Once it is made; it is shown now and never again. */
  link: string | undefined
  busy: boolean
  failure: ReactNode
  onInvite: (invited: Invited) => void
  onClose: () => void
}

/** Invites a third person into a video call: first who, then the link to give them. */
export function GuestInvite({ consent, message, link, busy, failure, onInvite, onClose }: GuestInviteProps) {
  const [kind, setKind] = useState<GuestKind>()
  const [name, setName] = useState('')
  const [asked, setAsked] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (kind && name.trim()) onInvite({ kind, name: name.trim() })
  }
  return (
    <Dialog open title={t(link ? 'ui.guest.shareTitle' : 'ui.guest.title')} onClose={onClose}>
      {link ? (
        <Share link={link} message={message} onClose={onClose} />
      ) : (
        <form className={css.form} onSubmit={submit} noValidate>
          <RadioGroup<GuestKind>
            label={t('ui.guest.kind')}
            value={kind}
            onChange={setKind}
            options={(['companion', 'interpreter'] as const).map((value) => ({
              value,
              label: t(`ui.guest.kind.${value}`),
              detail: t(`ui.guest.kind.${value}.detail`),
            }))}
            error={asked && !kind ? t('ui.guest.kind.REQUIRED') : undefined}
          />
          <TextInput
            label={t('ui.guest.name')}
            value={name}
            onChange={setName}
            maxLength={60}
            autoComplete="off"
            error={asked && !name.trim() ? t('ui.guest.name.REQUIRED') : undefined}
          />
          <p>{consent}</p>
          {failure}
          <Button type="submit" variant="primary" busy={busy}>
            {t('ui.guest.make')}
          </Button>
        </form>
      )}
    </Dialog>
  )
}

/** The phone's own sheet where there is one, and always the link itself: nothing leaves this device before a press. */
function Share({ link, message, onClose }: { link: string; message: string; onClose: () => void }) {
  const [copied, setCopied] = useState<boolean>()
  const copy = () => {
    const written = navigator.clipboard?.writeText(link) ?? Promise.reject(new Error('no clipboard'))
    written.then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  // Closing the phone's own sheet is not an error.
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
