// Draws the figures of the page. It runs as a classic script, since modules do not load from files.
(() => {
  const plots = [...document.querySelectorAll('[data-figure]')];

  function fault(message) {
    const box = document.getElementById('fault');
    box.hidden = false;
    box.append(Object.assign(document.createElement('p'), { textContent: message }));
    for (const details of document.querySelectorAll('details.numbers')) details.open = true;
  }

  function readBlock() {
    try {
      const block = JSON.parse(document.getElementById('figures').textContent);
      if (block.figures && block.config) return block;
    } catch {
      // Told below, together with a block of the wrong shape.
    }
    return undefined;
  }

  /** The colours of the page, so that style sheet and charts cannot differ. */
  function template() {
    const style = getComputedStyle(document.documentElement);
    const color = (name) => style.getPropertyValue(name).trim();
    const axis = {
      gridcolor: color('--line'),
      linecolor: color('--line-strong'),
      zerolinecolor: color('--line-strong'),
      showline: true,
    };
    return {
      data: { bar: [{ marker: { line: { color: color('--surface'), width: 1 } } }] },
      layout: {
        paper_bgcolor: 'transparent',
        plot_bgcolor: 'transparent',
        font: { color: color('--ink'), family: color('--font'), size: 13 },
        hoverlabel: {
          align: 'left',
          bgcolor: color('--surface'),
          font: { color: color('--ink') },
          bordercolor: color('--line-strong'),
        },
        modebar: { color: color('--quiet'), activecolor: color('--ink'), bgcolor: 'transparent' },
        xaxis: axis,
        yaxis: axis,
      },
    };
  }

  function draw(plot, block) {
    const figure = block.figures[plot.dataset.figure];
    if (!figure) throw new Error('its data are missing');
    const { data, layout } = figure;
    plot.replaceChildren();
    const config = {
      ...block.config,
      toImageButtonOptions: { filename: plot.dataset.figure, scale: 2 },
    };
    return Plotly.newPlot(plot, data, { ...layout, template: template() }, config);
  }

  function drawAll(block) {
    for (const plot of plots) {
      const name = plot.dataset.figure;
      Promise.resolve()
        .then(() => draw(plot, block))
        .catch((error) => fault(`The chart ${name} cannot be drawn: ${error.message}`));
    }
  }

  function relayoutAll(change) {
    for (const plot of plots) {
      if (plot.classList.contains('js-plotly-plot')) Plotly.relayout(plot, change);
    }
  }

  /** Paper is white and narrow, and nobody can open a table on it. */
  function followPrinting() {
    let opened = [];
    addEventListener('beforeprint', () => {
      document.documentElement.classList.add('printing');
      opened = [...document.querySelectorAll('details:not([open])')];
      for (const details of opened) details.open = true;
      relayoutAll({ template: template(), autosize: false, width: 680 });
    });
    addEventListener('afterprint', () => {
      document.documentElement.classList.remove('printing');
      for (const details of opened) details.open = false;
      relayoutAll({ template: template(), autosize: true, width: null });
    });
  }

  const block = readBlock();
  if (!block) {
    fault('The data of this page are missing or damaged: no chart can be drawn. Write it again.');
  } else if (plots.length > 0 && typeof Plotly === 'undefined') {
    const source = document.querySelector('script[src]')?.getAttribute('src');
    fault(`No chart can be drawn: ${source} is missing or damaged. Write the report again.`);
  } else {
    drawAll(block);
    followPrinting();
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () =>
      relayoutAll({ template: template() }),
    );
  }
})();
