// What a page with a widget loads: the three elements. The build makes one small file of it.
import "./widgets/attention-explorer.js";
import "./widgets/cost-calculator.js";
import "./widgets/position-explorer.js";
