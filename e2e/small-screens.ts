import { expect, type Page } from '@playwright/test'

/** What a person with large text on a small phone, forced colours and reduced motion would meet. */
export async function openSmallScreen(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await page.addInitScript(() => {
    const seen = new Set<string>()
    Object.assign(window, { animationsSeen: seen })
    const look = () => {
      for (const animation of document.getAnimations()) {
        const { activeDuration = 0 } = animation.effect?.getComputedTiming() ?? {}
        const target = (animation.effect as KeyframeEffect | null)?.target
        if (Number(activeDuration) > 0) seen.add(`${target?.tagName} ${target?.className} is animated`)
      }
      requestAnimationFrame(look)
    }
    look()
  })
}

/** Everything that is wrong with the screen as it is open. */
export async function problemsOf(page: Page): Promise<string[]> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
  await page.emulateMedia({ forcedColors: 'none' })
  await page.evaluate(markPaintedMarks)
  await page.emulateMedia({ forcedColors: 'active' })
  return [
    ...(await page.evaluate(layoutProblems)),
    ...(await page.evaluate(choiceProblems)),
    ...(await page.evaluate(forcedColourProblems)),
    ...(await focusProblems(page)),
    ...(await page.evaluate(() => [...(window as unknown as { animationsSeen: Set<string> }).animationsSeen])),
  ]
}

/** Text that is cut off, leaves the window or lies over other text. Runs in the page. */
function layoutProblems(): string[] {
  const found: string[] = []
  const root = document.querySelector('dialog[open]') ?? document.body
  const nameOf = (one: Element) => `${one.tagName} .${one.className} "${one.textContent?.trim().slice(0, 40)}"`
  const isBar = (one: Element) => {
    for (let at: Element | null = one; at && at !== root; at = at.parentElement)
      if (/fixed|sticky/.test(getComputedStyle(at).position)) return true
    return false
  }
  const isSeen = (one: Element) => {
    if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
    for (let at: Element | null = one; at && at !== root; at = at.parentElement)
      if (getComputedStyle(at).clipPath !== 'none') return false
    return true
  }
  const scrollsSideways = (one: Element) => {
    for (let at: Element | null = one; at && at !== root; at = at.parentElement)
      if (/auto|scroll/.test(getComputedStyle(at).overflowX)) return true
    return false
  }
  if (document.documentElement.scrollWidth > innerWidth)
    found.push(`the page is ${document.documentElement.scrollWidth} px wide`)

  const boxes: { of: Element; rects: DOMRect[] }[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const text = walker.currentNode
    const of = text.parentElement
    if (!of || !text.textContent?.trim() || of.closest('script, style, noscript, option') || !isSeen(of) || isBar(of))
      continue
    const range = document.createRange()
    range.selectNodeContents(text)
    boxes.push({ of, rects: [...range.getClientRects()] })
  }
  for (const of of root.querySelectorAll('img, svg, select, textarea, input:not([type=radio], [type=checkbox])'))
    if (isSeen(of) && !isBar(of)) boxes.push({ of, rects: [of.getBoundingClientRect()] })

  for (const { of, rects } of boxes) {
    const isOut =
      getComputedStyle(of).textOverflow !== 'ellipsis' &&
      rects.some(({ left, right }) => right > innerWidth + 1 || left < -1)
    if (isOut && !scrollsSideways(of)) found.push(`leaves the window: ${nameOf(of)}`)
    for (let at: Element | null = of; at && at !== root; at = at.parentElement) {
      const { overflowX, overflowY, textOverflow } = getComputedStyle(at)
      const edge = at.getBoundingClientRect()
      const cutAside =
        /hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis' && rects.some((one) => one.right > edge.right + 1)
      const cutBelow = /hidden|clip/.test(overflowY) && rects.some((one) => one.bottom > edge.bottom + 4)
      if ((cutAside || cutBelow) && at.tagName !== 'MAIN') found.push(`cut off by .${at.className}: ${nameOf(of)}`)
    }
  }
  const isOverlap = (a: DOMRect, b: DOMRect) => {
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
    return across > 3 && down > Math.min(a.height, b.height) * 0.3
  }
  for (const [index, a] of boxes.entries())
    for (const b of boxes.slice(index + 1)) {
      // A field holds its own button or code; a picture its initials.
      const isOneControl = [a.of, b.of].some((one, at, [first, second]) => {
        const other = at === 0 ? second : first
        const whole = one.matches('input, select') ? one.parentElement : one
        return other && whole?.contains(other)
      })
      if (!isOneControl && a.rects.some((one) => b.rects.some((other) => isOverlap(one, other))))
        found.push(`${nameOf(a.of)} overlaps ${nameOf(b.of)}`)
    }
  return found
}

/** Bars that leave too little room, and a choice that no scrolling brings between them. Runs in the page. */
async function choiceProblems(): Promise<string[]> {
  const found: string[] = []
  if (document.querySelector('dialog[open]')) return found
  const barsAt = (y: number) =>
    document.elementsFromPoint(innerWidth / 2, y).flatMap((one) => {
      for (let at: Element | null = one; at; at = at.parentElement)
        if (/fixed|sticky/.test(getComputedStyle(at).position)) return at.getBoundingClientRect()
      return []
    })
  const top = Math.max(0, ...barsAt(1).map(({ bottom }) => bottom))
  const bottom = Math.min(innerHeight, ...barsAt(innerHeight - 2).map((one) => one.top))
  if (bottom - top < innerHeight / 2) found.push(`the bars leave ${bottom - top} of ${innerHeight} px`)
  const choice = document.querySelector('main :is(input[type=radio], input[type=checkbox], button[aria-pressed])')
  if (choice) {
    const row = choice.closest('label') ?? choice
    row.scrollIntoView({ block: 'nearest' })
    await new Promise(requestAnimationFrame)
    const nowTop = Math.max(0, ...barsAt(1).map((one) => one.bottom))
    const nowBottom = Math.min(innerHeight, ...barsAt(innerHeight - 2).map((one) => one.top))
    const box = row.getBoundingClientRect()
    const fits = box.height <= nowBottom - nowTop
    if (fits && (box.top < nowTop - 1 || box.bottom > nowBottom + 1))
      found.push(
        `the first choice (${box.top} to ${box.bottom}) is not between the bars (${nowTop} to ${nowBottom}): ${row.textContent?.slice(0, 40)}`,
      )
    scrollTo(0, 0)
  }
  return found
}

/** Marks elements that only their background makes visible, such as a bar of progress. Runs in the page. */
function markPaintedMarks(): void {
  for (const one of document.querySelectorAll('body *')) {
    one.removeAttribute('data-painted')
    const style = getComputedStyle(one)
    const { width, height } = one.getBoundingClientRect()
    const isEmpty =
      one.childNodes.length === 0 && !one.matches('input, select, textarea, img, svg, svg *, iframe, video, canvas')
    const isSmall = width < 3 || height < 3
    if (isEmpty && !isSmall && one.checkVisibility() && !/rgba\(.*, 0\)/.test(style.backgroundColor))
      one.setAttribute('data-painted', '')
  }
}

/** States and marks that are gone when the browser replaces the colours. Runs in the page. */
function forcedColourProblems(): string[] {
  const found: string[] = []
  const signatureOf = (one: Element): string => {
    const all = [one, ...one.querySelectorAll('*')]
    return JSON.stringify(
      all.flatMap((part) =>
        [null, '::before', '::after'].map((pseudo) => {
          const style = getComputedStyle(part, pseudo)
          return [
            style.borderWidth,
            style.borderStyle,
            style.backgroundColor,
            style.outlineStyle,
            style.fontWeight,
            style.opacity,
            style.content,
            part.tagName === 'use' ? part.getAttribute('href') : '',
          ]
        }),
      ),
    )
  }
  const states = [
    ['main input:checked', 'main input[type=radio]:not(:checked), main input[type=checkbox]:not(:checked)'],
    ['[aria-pressed=true]', '[aria-pressed=false]'],
    ['[aria-selected=true]', '[aria-selected=false]'],
    ['nav [aria-current]', 'nav a:not([aria-current])'],
  ] as const
  for (const [on, off] of states) {
    for (const one of document.querySelectorAll(on)) {
      const peers = [...document.querySelectorAll(off)].filter((other) => other.className === one.className)
      const rowOf = (it: Element) => it.closest('label') ?? it
      const plain = (it: Element) =>
        signatureOf(it.matches('input') ? it : rowOf(it)) +
        (it.matches('input') ? signatureOf(it.nextElementSibling ?? it) : '')
      if (peers[0] && plain(one) === plain(peers[0]))
        found.push(`selected looks like not selected: ${rowOf(one).outerHTML.slice(0, 120)}`)
    }
  }
  for (const one of document.querySelectorAll('[data-painted]')) {
    const style = getComputedStyle(one)
    const parent = one.parentElement && getComputedStyle(one.parentElement)
    const hasEdge = Number.parseFloat(style.borderTopWidth) > 0 || style.outlineStyle !== 'none'
    if (!hasEdge && style.backgroundColor === parent?.backgroundColor)
      found.push(`invisible in forced colours: ${one.outerHTML.slice(0, 120)}`)
  }
  for (const one of document.querySelectorAll('input:not([type=hidden], [type=range], [type=file]), select, textarea'))
    if (
      one.checkVisibility() &&
      one.getBoundingClientRect().width > 2 &&
      Number.parseFloat(getComputedStyle(one).borderBottomWidth) < 1
    )
      found.push(`a field without an edge: ${one.outerHTML.slice(0, 120)}`)
  return found
}

/** Presses Tab through the screen: the focus is seen everywhere, reaches everything and comes out again. */
export async function focusProblems(page: Page): Promise<string[]> {
  const count = await page.evaluate(() => {
    const root = document.querySelector('dialog[open]') ?? document.body
    const stops = new Map<string, Element>()
    for (const one of root.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [tabindex="0"]',
    )) {
      const { type, name, disabled } = one as HTMLInputElement
      if (disabled || one.tabIndex < 0 || !one.checkVisibility({ visibilityProperty: true })) continue
      stops.set(type === 'radio' ? `radio ${name}` : `${stops.size}`, one)
    }
    Object.assign(window, { unreached: new Map([...stops].map(([key, one]) => [one, key])) })
    ;(document.activeElement as HTMLElement | null)?.blur()
    getSelection()?.removeAllRanges()
    scrollTo(0, 0)
    return stops.size
  })
  const found: string[] = []
  await page.locator('body').evaluate((body) => {
    body.tabIndex = -1
    body.focus()
    body.removeAttribute('tabindex')
  })
  // Lists that scroll and the controls of a video are stops of the browser's own.
  const isAllReached = () =>
    page.evaluate(() => (window as unknown as { unreached: Map<Element, string> }).unreached.size === 0)
  for (let presses = 0; presses < count + 20 && !(await isAllReached()); presses++) {
    await page.keyboard.press('Tab')
    const problem = await page.evaluate(focusProblem)
    if (problem) found.push(problem)
  }
  const unreached = await page.evaluate(() => {
    const { unreached } = window as unknown as { unreached: Map<HTMLElement, string> }
    return [...unreached.keys()]
      .filter((one) => one.isConnected)
      .map((one) => `Tab does not reach ${one.outerHTML.slice(0, 120)}`)
  })
  return [...found, ...unreached]
}

/** Whether the focused element can be seen. Runs in the page. */
function focusProblem(): string {
  const one = document.activeElement
  if (!one || one === document.body) return ''
  const { unreached } = window as unknown as { unreached: Map<Element, string> }
  unreached.delete(one)
  if (one.matches('iframe, video')) return ''
  if ((one as HTMLInputElement).type === 'radio')
    for (const [other] of unreached)
      if ((other as HTMLInputElement).name === (one as HTMLInputElement).name) unreached.delete(other)
  const { outlineStyle, outlineWidth } = getComputedStyle(one)
  if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2)
    return `focus without a ring: ${one.outerHTML.slice(0, 120)}`
  const [box = one.getBoundingClientRect()] = one.getClientRects()
  const x = Math.min(innerWidth - 2, Math.max(1, (box.left + box.right) / 2))
  const isIn = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth
  const owner = (it: Element | null) => it?.closest('label, a, button, summary') ?? it
  const isOwn = (top: Element | null) =>
    one.contains(top) ||
    (top?.contains(one) && top !== document.body && !top.contains(document.querySelector('main'))) ||
    owner(top) === owner(one)
  const topAt = (y: number) => document.elementFromPoint(x, Math.min(innerHeight - 2, Math.max(1, y)))
  const middle = topAt((Math.max(0, box.top) + Math.min(innerHeight, box.bottom)) / 2)
  // A card that is higher than the free room shows its beginning (WCAG 2.4.11).
  const isHigh = box.height > innerHeight * 0.4
  if (!isIn || !(isOwn(middle) || (isHigh && isOwn(topAt(box.top + 8)))))
    return `focus behind ${middle?.tagName} .${middle?.className} at ${Math.round(box.top)}: ${one.outerHTML.slice(0, 120)}`
  return ''
}
