import { Button } from '@cuida/ui/Button/Button.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { Failure } from '../../kit/Failure.tsx'
import css from './OrderSearch.module.css'

interface OrderSearchProps {
  list: 'orders' | 'subscriptions'
  search: {
    mutateAsync: (query: string) => Promise<unknown>
    reset: () => void
    data: { items: readonly unknown[] } | undefined
  }
}

/** Finds orders or subscriptions by what a patient gives on the phone or reads on a statement. */
export function OrderSearch({ list, search }: OrderSearchProps) {
  const form = useForm({
    initial: { query: '' },
    check: ({ query }) => ({ query: queryProblem(query.trim()) }),
    submit: ({ query }) => search.mutateAsync(query.trim()),
    message: (_, code) => t(`desk.orders.search.${code === 'TOO_LONG' ? code : 'TOO_SHORT'}`),
  })
  const clear = () => {
    form.set('query', '')
    search.reset()
  }
  return (
    <search className={css.search}>
      <form {...form.props} className={css.find}>
        <TextInput
          label={t(`desk.${list}.search.label`)}
          hint={t(`desk.${list}.search.hint`)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          {...form.field('query')}
        />
        <Button type="submit" icon="search" busy={form.busy}>
          {t('desk.orders.search.submit')}
        </Button>
      </form>
      <Failure failure={form.failure} />
      <div role="status" className={css.found}>
        {search.data && <p>{t(`desk.${list}.search.found`, { count: search.data.items.length })}</p>}
        {search.data && (
          <Button variant="quiet" fit icon="close" onClick={clear}>
            {t('desk.orders.search.clear')}
          </Button>
        )}
      </div>
    </search>
  )
}

/** Checks the length of the query, with the bounds of the call declaration. */
function queryProblem(query: string): 'TOO_SHORT' | 'TOO_LONG' | undefined {
  if (query.length < 3) return 'TOO_SHORT'
  return query.length > 100 ? 'TOO_LONG' : undefined
}
