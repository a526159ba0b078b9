import type { WebhookEndpoint } from '@cuida/core/access/webhook/webhook-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { useState } from 'react'
import { formatClinicDate, formatWhenLong } from '../../kit/clinic-time.ts'
import { Failure } from '../../kit/Failure.tsx'
import { DetailActions, DetailHeader, type Fact, Facts } from '../../kit/page/Detail.tsx'
import { ReasonDialog } from '../../kit/page/ReasonDialog.tsx'
import css from '../Programs.module.css'
import {
  useApproveWebhook,
  useDeclineWebhook,
  useEndWebhook,
  usePauseWebhook,
  useResumeWebhook,
  useVerifyWebhook,
} from './queries.ts'
import { WebhookDeliveries } from './WebhookDeliveries.tsx'
import { IssueSecret } from './WebhookSecret.tsx'
import { isFailing, stateChip } from './webhook-state.ts'

/** Where a webhook goes, what it tells and what has arrived, and the actions that its state allows. */
export function WebhookDetail({ webhook }: { webhook: WebhookEndpoint }) {
  const { description, events, state, isOwn, secretAt } = webhook
  const isApproved = state === 'unverified' || state === 'active' || state === 'paused'
  return (
    <>
      <DetailHeader chip={stateChip(state)} title={description} />
      <Warnings webhook={webhook} />
      <Facts of={factsOf(webhook)} term={(term) => t(`desk.webhooks.fact.${term}`)} />
      {state === 'waiting' && !isOwn && <Decision webhook={webhook} />}
      {state === 'waiting' && isOwn && <Alert tone="info">{t('desk.webhooks.waitsOwn')}</Alert>}
      {state === 'unverified' && (
        <Section title={t('desk.webhooks.setup')}>
          <p>{t(secretAt ? 'desk.webhooks.setupVerify' : 'desk.webhooks.setupSecret')}</p>
          <Connection webhook={webhook} />
        </Section>
      )}
      {(state === 'active' || state === 'paused') && <Connection webhook={webhook} />}
      <Section title={t('desk.webhooks.events')}>
        <p>{t('desk.webhooks.eventsText')}</p>
        <ul className={css.rows}>
          {events.map((event) => (
            <li key={event}>{t(`desk.webhooks.event.${event}`)}</li>
          ))}
        </ul>
      </Section>
      {(state === 'active' || state === 'paused' || state === 'ended') && <WebhookDeliveries webhook={webhook} />}
      {(isApproved || (state === 'waiting' && isOwn)) && <Ending webhook={webhook} />}
    </>
  )
}

function factsOf(webhook: WebhookEndpoint): Fact[] {
  const { url, state, requestedBy, requestedAt, decidedBy, secretAt, earlierSecretUntil, checkedAt, waiting } = webhook
  return [
    [
      'url',
      url && (
        <span translate="no" className={css.url}>
          {url}
        </span>
      ),
    ],
    ['requested', `${requestedBy}, ${formatClinicDate(requestedAt)}`],
    [state === 'declined' ? 'declinedBy' : 'approvedBy', decidedBy],
    ['secret', secretAt && formatWhenLong(secretAt)],
    ['earlierSecret', earlierSecretUntil && formatWhenLong(earlierSecretUntil)],
    ['checked', checkedAt && formatWhenLong(checkedAt)],
    ['waiting', waiting > 0 && String(waiting)],
  ]
}

/** That nothing arrives, or why the last verification failed. */
function Warnings({ webhook }: { webhook: WebhookEndpoint }) {
  const { state, isPausedByFailures, failingSince, problem } = webhook
  const isOpen = state === 'unverified' || state === 'active' || state === 'paused'
  return (
    <>
      {state === 'paused' && isPausedByFailures && (
        <Alert tone="danger" title={t('desk.webhooks.pausedByFailures')}>
          {t('desk.webhooks.pausedByFailuresText')}
        </Alert>
      )}
      {isFailing(webhook) && failingSince && (
        <Alert tone="warning" title={t('desk.webhooks.failing', { when: formatWhenLong(failingSince) })}>
          {t('desk.webhooks.failingText')}
        </Alert>
      )}
      {isOpen && problem && (
        <Alert
          tone="warning"
          title={t(state === 'unverified' ? 'desk.webhooks.notVerified' : 'desk.webhooks.checkFailed')}
        >
          {t(`desk.webhooks.why.${problem}`)}
        </Alert>
      )}
    </>
  )
}

/** Another manager approves or declines the request. */
function Decision({ webhook: { id, description: name, requestedBy, url } }: { webhook: WebhookEndpoint }) {
  const approve = useApproveWebhook(id)
  const decline = useDeclineWebhook(id)
  const [isDeclining, setDeclining] = useState(false)
  // `mutate` would drop its callbacks: the refetch unmounts this component.
  const sayYes = () =>
    void approve.mutateAsync().then(
      () => showToast(t('desk.webhooks.approved', { name })),
      () => {},
    )
  return (
    <>
      <p>{t('desk.webhooks.waitsForYou', { requestedBy, host: new URL(url).host })}</p>
      <Failure failure={approve.error} onClose={approve.reset} />
      <DetailActions>
        <Button fit variant="primary" icon="check" busy={approve.isPending} onClick={sayYes}>
          {t('desk.webhooks.approve')}
        </Button>
        <Button fit icon="close" onClick={() => setDeclining(true)}>
          {t('desk.webhooks.decline')}
        </Button>
      </DetailActions>
      {isDeclining && (
        <ReasonDialog
          title={t('desk.webhooks.decline.title', { name })}
          text={t('desk.webhooks.decline.text')}
          act={t('desk.webhooks.decline')}
          variant="danger"
          onReason={decline.mutateAsync}
          done={() => t('desk.webhooks.declinedDone', { name })}
          onClose={() => setDeclining(false)}
        />
      )}
    </>
  )
}

/** Verification, secret, pause: what keeps an approved webhook working. */
function Connection({ webhook: { id, state, secretAt } }: { webhook: WebhookEndpoint }) {
  const verify = useVerifyWebhook(id)
  const pause = usePauseWebhook(id)
  const resume = useResumeWebhook(id)
  const isNew = state === 'unverified'
  const announce = (action: Promise<unknown>, text: string) =>
    void action.then(
      () => showToast(text),
      () => {},
    )
  const startVerification = () =>
    void verify.mutateAsync().then(
      // A problem shows above, with the refetched webhook.
      ({ problem }) => problem ?? showToast(t(isNew ? 'desk.webhooks.verified' : 'desk.webhooks.stillVerified')),
      () => {},
    )
  return (
    <>
      {[verify, pause, resume].map(({ error, reset }, index) => (
        <Failure key={['verify', 'pause', 'resume'][index]} failure={error} onClose={reset} />
      ))}
      <DetailActions>
        {state === 'paused' && (
          <Button
            fit
            variant="primary"
            busy={resume.isPending}
            onClick={() => announce(resume.mutateAsync(), t('desk.webhooks.resumed'))}
          >
            {t('desk.webhooks.resume')}
          </Button>
        )}
        {secretAt && (
          <Button
            fit
            variant={isNew ? 'primary' : 'secondary'}
            icon="check"
            busy={verify.isPending}
            onClick={startVerification}
          >
            {t(isNew ? 'desk.webhooks.verify' : 'desk.webhooks.verifyAgain')}
          </Button>
        )}
        <IssueSecret id={id} isReplacement={secretAt !== null} />
        {state === 'active' && (
          <Button
            fit
            busy={pause.isPending}
            onClick={() => announce(pause.mutateAsync(), t('desk.webhooks.pausedDone'))}
          >
            {t('desk.webhooks.pause')}
          </Button>
        )}
      </DetailActions>
    </>
  )
}

/** Ends the webhook, or withdraws the reader's own request. */
function Ending({ webhook: { id, description: name, state } }: { webhook: WebhookEndpoint }) {
  const end = useEndWebhook(id)
  const [isAsking, setAsking] = useState(false)
  const kind = state === 'waiting' ? 'request' : 'webhook'
  return (
    <>
      <DetailActions>
        <Button fit variant="danger" onClick={() => setAsking(true)}>
          {t(`desk.webhooks.end.${kind}`)}
        </Button>
      </DetailActions>
      {isAsking && (
        <ReasonDialog
          title={t('desk.webhooks.end.title', { name })}
          text={t(`desk.webhooks.end.${kind}Text`)}
          act={t(`desk.webhooks.end.${kind}`)}
          variant="danger"
          onReason={end.mutateAsync}
          done={() => t('desk.webhooks.endedDone', { name })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
