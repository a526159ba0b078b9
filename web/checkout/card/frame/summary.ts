import css from '@cuida/ui/ErrorSummary/ErrorSummary.module.css'
import { make } from './dom.ts'
import { errorIcon } from './pictures.ts'

interface Wrong {
  message: string
  go: () => void
}

/** "There is a problem", with a way to each of them: as `ui/ErrorSummary`, for two errors or more. */
export function errorSummary(title: string, wrong: Wrong[]): HTMLElement {
  const items = wrong.map(({ message, go }) => {
    const link = make('a', { href: '#' }, message)
    link.addEventListener('click', (event) => {
      event.preventDefault()
      go()
    })
    return make('li', {}, link)
  })
  const heading = make('h2', { id: 'error-summary' }, errorIcon(), title)
  const section = { class: css.summary, tabindex: '-1', 'aria-labelledby': 'error-summary' }
  return make('section', section, heading, make('ul', {}, ...items))
}
