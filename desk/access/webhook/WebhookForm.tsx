import { isWebhookUrl } from '@cuida/core/access/webhook/webhook-url.ts'
import { WebhookEvent } from '@cuida/core/kit/webhook-event.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CheckboxGroup } from '@cuida/ui/Checkbox/Checkbox.tsx'
import { ErrorSummary } from '@cuida/ui/ErrorSummary/ErrorSummary.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { useLocation } from 'wouter'
import { Failure } from '../../kit/Failure.tsx'
import { mapFieldRefusals } from '../../kit/field-refusals.ts'
import { DetailActions, DetailTitle } from '../../kit/page/Detail.tsx'
import { PageForm } from '../../kit/page/PageForm.tsx'
import { useRequestWebhook } from './queries.ts'

interface WebhookValues {
  description: string
  url: string
  events: WebhookEvent[]
}

/** Requests a webhook: the program's name, its address, and what it is told. */
export function WebhookForm() {
  const request = useRequestWebhook()
  const go = useLocation()[1]
  const form = useForm<WebhookValues>({
    initial: { description: '', url: '', events: [] },
    // The same bounds as the call declaration. Only the server knows whether it may reach its own machine.
    check: ({ description, url, events }) => ({
      description: description.trim().length < 2 || description.trim().length > 80 ? 'INVALID' : undefined,
      url: isWebhookUrl(url.trim(), { mayReachLoopback: true }) && url.trim().length <= 500 ? undefined : 'INVALID',
      events: events.length === 0 ? 'INVALID' : undefined,
    }),
    submit: async ({ description, url, events }) => {
      const input = { description: description.trim(), url: url.trim(), events }
      const { id } = await mapFieldRefusals({ WEBHOOK_URL_REFUSED: 'url' }, () => request.mutateAsync(input))
      showToast(t('desk.webhooks.requested'))
      go(`/webhooks/${id}`)
    },
    message: (field, code) =>
      t(code === 'WEBHOOK_URL_REFUSED' ? `desk.error.${code}` : `desk.webhooks.problem.${field}`),
  })
  return (
    <PageForm form={form}>
      <DetailTitle>{t('desk.webhooks.request')}</DetailTitle>
      <p>{t('desk.webhooks.requestText')}</p>
      <ErrorSummary {...form.summary} />
      <TextInput
        label={t('desk.webhooks.description')}
        hint={t('desk.webhooks.descriptionHint')}
        autoComplete="off"
        {...form.field('description')}
      />
      <TextInput
        label={t('desk.webhooks.url')}
        hint={t('desk.webhooks.urlHint')}
        autoComplete="off"
        {...form.field('url')}
      />
      <CheckboxGroup
        label={t('desk.webhooks.events')}
        hint={t('desk.webhooks.eventsHint')}
        options={WebhookEvent.options.map((value) => ({ value, label: t(`desk.webhooks.event.${value}`) }))}
        {...form.field('events')}
      />
      <Failure failure={form.failure} />
      <DetailActions>
        <Button type="submit" variant="primary" fit busy={form.busy}>
          {t('desk.webhooks.send')}
        </Button>
        <Button variant="quiet" fit onClick={() => go('/webhooks')}>
          {t('desk.webhooks.discard')}
        </Button>
      </DetailActions>
    </PageForm>
  )
}
