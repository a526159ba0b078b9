import css from '@cuida/ui/Field/Field.module.css'
import { createHtmlElement } from './dom.ts'
import { errorIcon } from './pictures.ts'

/** Label, hint, control and error, in the order and with the classes of `ui/Field`, to look like the app's fields. */
export interface Field {
  element: HTMLElement
  /** The first one receives the focus. */
  inputs: HTMLInputElement[]
  /** The error message; absent while the value is valid. */
  show(error: string | undefined): void
}

interface FieldText {
  id: string
  label: string
  hint?: Node | string | undefined
}

export type InputAttributes = Record<string, string>

const inputOf = (id: string, more: InputAttributes): HTMLInputElement =>
  createHtmlElement('input', {
    id,
    class: css.control,
    type: 'text',
    'aria-required': 'true',
    spellcheck: 'false',
    ...more,
  })

export function textField({ id, label, hint }: FieldText, attributes: InputAttributes): Field {
  const input = inputOf(id, attributes)
  const hintBox = hint === undefined ? undefined : createHtmlElement('div', { class: css.hint, id: `${id}-hint` }, hint)
  const element = createHtmlElement(
    'div',
    { class: css.field },
    createHtmlElement('label', { class: css.label, for: id }, label),
  )
  if (hintBox) element.append(hintBox)
  element.append(input)
  return { element, inputs: [input], show: shower(element, id, hintBox && `${id}-hint`, [input], input) }
}

function shower(
  element: HTMLElement,
  id: string,
  hintId: string | undefined,
  inputs: HTMLInputElement[],
  described: HTMLElement,
) {
  const describe = (ids: (string | undefined)[]) => {
    const known = ids.filter(Boolean).join(' ')
    if (known) described.setAttribute('aria-describedby', known)
    else described.removeAttribute('aria-describedby')
  }
  describe([hintId])
  let box: HTMLElement | undefined
  return (error: string | undefined): void => {
    box?.remove()
    box = error === undefined ? undefined : createHtmlElement('p', { class: css.error, id: `${id}-error` }, errorIcon())
    if (box && error) element.append(box)
    box?.append(createHtmlElement('span', {}, error ?? ''))
    element.toggleAttribute('data-error', box !== undefined)
    for (const input of inputs) input.toggleAttribute('aria-invalid', false)
    if (box) for (const input of inputs) input.setAttribute('aria-invalid', 'true')
    describe([hintId, box && `${id}-error`])
  }
}
