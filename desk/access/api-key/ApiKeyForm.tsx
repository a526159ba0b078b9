import { SCOPES, type Scope } from '@cuida/core/kit/scope.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CheckboxGroup } from '@cuida/ui/Checkbox/Checkbox.tsx'
import { ErrorSummary } from '@cuida/ui/ErrorSummary/ErrorSummary.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { useLocation } from 'wouter'
import { Failure } from '../../kit/Failure.tsx'
import { DetailActions, DetailTitle } from '../../kit/page/Detail.tsx'
import { PageForm } from '../../kit/page/PageForm.tsx'
import { useRequestApiKey } from './queries.ts'

const LIFETIMES = ['30', '90', '365'] as const

interface ApiKeyValues {
  name: string
  scopes: Scope[]
  days: (typeof LIFETIMES)[number]
}

/** Requests an API key: the program's name, what it may do, and for how long. */
export function ApiKeyForm() {
  const request = useRequestApiKey()
  const go = useLocation()[1]
  const form = useForm<ApiKeyValues>({
    initial: { name: '', scopes: [], days: '90' },
    // The same bounds as the call declaration.
    check: ({ name, scopes }) => ({
      name: name.trim().length < 2 || name.trim().length > 80 ? 'INVALID' : undefined,
      scopes: scopes.length === 0 ? 'INVALID' : undefined,
    }),
    submit: async ({ name, scopes, days }) => {
      const { id } = await request.mutateAsync({ name: name.trim(), scopes, days: Number(days) })
      showToast(t('desk.apiKeys.requested'))
      go(`/api-keys/${id}`)
    },
    message: (field) => t(`desk.apiKeys.problem.${field}`),
  })
  return (
    <PageForm form={form}>
      <DetailTitle>{t('desk.apiKeys.request')}</DetailTitle>
      <p>{t('desk.apiKeys.requestText')}</p>
      <ErrorSummary {...form.summary} />
      <TextInput
        label={t('desk.apiKeys.name')}
        hint={t('desk.apiKeys.nameHint')}
        autoComplete="off"
        {...form.field('name')}
      />
      <CheckboxGroup
        label={t('desk.apiKeys.scopes')}
        hint={t('desk.apiKeys.scopesHint')}
        options={SCOPES.map((scope) => ({
          value: scope,
          label: t(`desk.apiKeys.scope.${scope}`),
          detail: t(`desk.apiKeys.scopeText.${scope}`),
        }))}
        {...form.field('scopes')}
      />
      <RadioGroup
        label={t('desk.apiKeys.days')}
        hint={t('desk.apiKeys.daysHint')}
        options={LIFETIMES.map((value) => ({ value, label: t('desk.apiKeys.dayCount', { count: Number(value) }) }))}
        {...form.field('days')}
      />
      <Failure failure={form.failure} />
      <DetailActions>
        <Button type="submit" variant="primary" fit busy={form.busy}>
          {t('desk.apiKeys.send')}
        </Button>
        <Button variant="quiet" fit onClick={() => go('/api-keys')}>
          {t('desk.apiKeys.discard')}
        </Button>
      </DetailActions>
    </PageForm>
  )
}
