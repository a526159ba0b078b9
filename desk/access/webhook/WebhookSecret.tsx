import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CopyButton } from '@cuida/ui/CopyButton/CopyButton.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { useState } from 'react'
import { FormDialog } from '../../kit/page/FormDialog.tsx'
import css from '../Programs.module.css'
import { useIssueSecret } from './queries.ts'

interface IssueSecretProps {
  id: string
  /** A secret exists, which the new one replaces. */
  isReplacement: boolean
}

/** The button that issues a secret, and the dialogs that follow it. */
export function IssueSecret({ id, isReplacement }: IssueSecretProps) {
  const [isAsking, setAsking] = useState(false)
  const [secret, setSecret] = useState<string>()
  return (
    <>
      <Button fit variant={isReplacement ? 'secondary' : 'primary'} icon="lock" onClick={() => setAsking(true)}>
        {t('desk.webhooks.issue')}
      </Button>
      {isAsking && (
        <IssueDialog id={id} isReplacement={isReplacement} onIssued={setSecret} onClose={() => setAsking(false)} />
      )}
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  )
}

interface IssueDialogProps extends IssueSecretProps {
  onIssued: (secret: string) => void
  onClose: () => void
}

function IssueDialog({ id, isReplacement, onIssued, onClose }: IssueDialogProps) {
  const issue = useIssueSecret(id)
  const form = useDialogForm({
    submit: () => issue.mutateAsync(),
    done: ({ secret }) => {
      onIssued(secret)
      return undefined
    },
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('desk.webhooks.issue.title')}
      lead={t('desk.webhooks.issue.text')}
      act={t('desk.webhooks.issue')}
    >
      {isReplacement && <p>{t('desk.webhooks.overlap')}</p>}
    </FormDialog>
  )
}

/** The server returns the secret only once, so a press outside does not close this dialog. */
function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      open
      title={t('desk.webhooks.issued')}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t('desk.webhooks.saved')}
        </Button>
      }
    >
      <div className={css.issued}>
        <Alert tone="warning" title={t('desk.webhooks.once')}>
          {t('desk.webhooks.onceText')}
        </Alert>
        <p className={css.value} translate="no">
          {secret}
        </p>
        <CopyButton text={secret} label={t('desk.webhooks.copySecret')} variant="secondary" />
      </div>
    </Dialog>
  )
}
