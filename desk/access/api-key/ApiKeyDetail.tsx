import type { ApiKey, issueApiSecret } from '@cuida/core/access/api-key/api-key-api.ts'
import type { Reply } from '@cuida/core/kit/call.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { CopyButton } from '@cuida/ui/CopyButton/CopyButton.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { useState } from 'react'
import { formatClinicDate, formatWhenLong } from '../../kit/clinic-time.ts'
import { Failure } from '../../kit/Failure.tsx'
import { DetailActions, DetailHeader, type Fact, Facts } from '../../kit/page/Detail.tsx'
import { FormDialog } from '../../kit/page/FormDialog.tsx'
import { ReasonDialog } from '../../kit/page/ReasonDialog.tsx'
import css from '../Programs.module.css'
import { stateChip } from './api-key-state.ts'
import { useApproveApiKey, useDeclineApiKey, useIssueApiSecret, useRevokeApiKey } from './queries.ts'

/** A key's scopes, decision and secrets, and the actions that its state allows. */
export function ApiKeyDetail({ apiKey }: { apiKey: ApiKey }) {
  const { name, scopes, state, isOwn } = apiKey
  return (
    <>
      <DetailHeader chip={stateChip(state)} title={name} />
      <Facts of={factsOf(apiKey)} term={(term) => t(`desk.apiKeys.fact.${term}`)} />
      <Section title={t('desk.apiKeys.scopes')}>
        <ul className={css.rows}>
          {scopes.map((scope) => (
            <li key={scope}>
              {t(`desk.apiKeys.scope.${scope}`)}
              <small>{t(`desk.apiKeys.scopeText.${scope}`)}</small>
            </li>
          ))}
        </ul>
      </Section>
      {state === 'active' && <Secrets apiKey={apiKey} />}
      {state === 'waiting' && !isOwn && <Decision apiKey={apiKey} />}
      {state === 'waiting' && isOwn && <Alert tone="info">{t('desk.apiKeys.waitsOwn')}</Alert>}
      {(state === 'active' || (state === 'waiting' && isOwn)) && <Withdrawal apiKey={apiKey} />}
    </>
  )
}

function factsOf({ id, state, requestedBy, requestedAt, decidedBy, expiresAt, lastUsedAt }: ApiKey): Fact[] {
  const isActive = state === 'active'
  const isWithdrawn = state === 'declined' || state === 'revoked'
  return [
    ['requested', `${requestedBy}, ${formatClinicDate(requestedAt)}`],
    [state === 'declined' ? 'declinedBy' : 'approvedBy', decidedBy],
    [state === 'expired' ? 'expired' : 'expires', !isWithdrawn && formatWhenLong(expiresAt)],
    ['lastUsed', lastUsedAt ? formatWhenLong(lastUsedAt) : isActive && t('desk.apiKeys.neverUsed')],
    ['clientId', isActive && <span translate="no">{id}</span>],
  ]
}

/** Another manager approves or declines the request. */
function Decision({ apiKey: { id, name, requestedBy } }: { apiKey: ApiKey }) {
  const approve = useApproveApiKey(id)
  const decline = useDeclineApiKey(id)
  const [isDeclining, setDeclining] = useState(false)
  // `mutate` would drop its callbacks: the refetch unmounts this component.
  const sayYes = () =>
    void approve.mutateAsync().then(
      () => showToast(t('desk.apiKeys.approved', { name })),
      () => {},
    )
  return (
    <>
      <p>{t('desk.apiKeys.waitsForYou', { requestedBy })}</p>
      <Failure failure={approve.error} onClose={approve.reset} />
      <DetailActions>
        <Button fit variant="primary" icon="check" busy={approve.isPending} onClick={sayYes}>
          {t('desk.apiKeys.approve')}
        </Button>
        <Button fit icon="close" onClick={() => setDeclining(true)}>
          {t('desk.apiKeys.decline')}
        </Button>
      </DetailActions>
      {isDeclining && (
        <ReasonDialog
          title={t('desk.apiKeys.decline.title', { name })}
          text={t('desk.apiKeys.decline.text')}
          act={t('desk.apiKeys.decline')}
          variant="danger"
          onReason={decline.mutateAsync}
          done={() => t('desk.apiKeys.declinedDone', { name })}
          onClose={() => setDeclining(false)}
        />
      )}
    </>
  )
}

/** Withdraws the key, or the reader's own request. */
function Withdrawal({ apiKey: { id, name, state } }: { apiKey: ApiKey }) {
  const revoke = useRevokeApiKey(id)
  const [isAsking, setAsking] = useState(false)
  const kind = state === 'active' ? 'key' : 'request'
  return (
    <>
      <DetailActions>
        <Button fit variant="danger" onClick={() => setAsking(true)}>
          {t(`desk.apiKeys.withdraw.${kind}`)}
        </Button>
      </DetailActions>
      {isAsking && (
        <ReasonDialog
          title={t('desk.apiKeys.withdraw.title', { name })}
          text={t(`desk.apiKeys.withdraw.${kind}Text`)}
          act={t(`desk.apiKeys.withdraw.${kind}`)}
          variant="danger"
          onReason={revoke.mutateAsync}
          done={() => t('desk.apiKeys.withdrawn', { name })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

type IssuedSecret = Reply<typeof issueApiSecret>

/** The secrets that work now, and a new one. */
function Secrets({ apiKey: { id, secrets } }: { apiKey: ApiKey }) {
  const [isAsking, setAsking] = useState(false)
  const [issued, setIssued] = useState<IssuedSecret>()
  return (
    <Section title={t('desk.apiKeys.secrets')}>
      {secrets.length === 0 ? (
        <p>{t('desk.apiKeys.noSecret')}</p>
      ) : (
        <ul className={css.rows}>
          {secrets.map(({ createdAt, endsAt }) => (
            <li key={createdAt}>
              {t('desk.apiKeys.secretOf', { when: formatWhenLong(createdAt) })}
              <small>
                {endsAt
                  ? t('desk.apiKeys.secretEnds', { when: formatWhenLong(endsAt) })
                  : t('desk.apiKeys.secretStays')}
              </small>
            </li>
          ))}
        </ul>
      )}
      <Button fit variant={secrets.length === 0 ? 'primary' : 'secondary'} icon="lock" onClick={() => setAsking(true)}>
        {t('desk.apiKeys.issue')}
      </Button>
      {isAsking && (
        <IssueDialog id={id} isReplacement={secrets.length > 0} onIssued={setIssued} onClose={() => setAsking(false)} />
      )}
      {issued && <SecretDialog issued={issued} onClose={() => setIssued(undefined)} />}
    </Section>
  )
}

interface IssueDialogProps {
  id: string
  /** A secret exists, which the new one replaces. */
  isReplacement: boolean
  onIssued: (issued: IssuedSecret) => void
  onClose: () => void
}

function IssueDialog({ id, isReplacement, onIssued, onClose }: IssueDialogProps) {
  const issue = useIssueApiSecret(id)
  const form = useDialogForm({
    submit: () => issue.mutateAsync(),
    done: (issued) => {
      onIssued(issued)
      return undefined
    },
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('desk.apiKeys.issue.title')}
      lead={t('desk.apiKeys.issue.text')}
      act={t('desk.apiKeys.issue')}
    >
      {isReplacement && <p>{t('desk.apiKeys.overlap')}</p>}
    </FormDialog>
  )
}

/** The server returns the secret only once, so a press outside does not close this dialog. */
function SecretDialog({ issued, onClose }: { issued: IssuedSecret; onClose: () => void }) {
  return (
    <Dialog
      open
      title={t('desk.apiKeys.issued')}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t('desk.apiKeys.saved')}
        </Button>
      }
    >
      <div className={css.issued}>
        <Alert tone="warning" title={t('desk.apiKeys.once')}>
          {t('desk.apiKeys.onceText')}
        </Alert>
        {(['clientId', 'clientSecret', 'tokenUrl'] as const).map((part) => (
          <div key={part} className={css.part}>
            <h3>{t(`desk.apiKeys.${part}`)}</h3>
            <p className={css.value} translate="no">
              {issued[part]}
            </p>
            <CopyButton text={issued[part]} label={t(`desk.apiKeys.copy.${part}`)} variant="secondary" />
          </div>
        ))}
      </div>
    </Dialog>
  )
}
